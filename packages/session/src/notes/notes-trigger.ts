export interface NotesThresholds {
  /** Tokens of the conversation at the first update; 10,000 when omitted. */
  readonly first?: number | undefined;
  /** Further tokens at each later one; 5,000 when omitted. */
  readonly further?: number | undefined;
  /** Tool calls that must have been made since; 3 when omitted. A pause does as well. */
  readonly toolCalls?: number | undefined;
}

/** Where a conversation stands. */
export interface NotesState {
  /** Of the conversation as a model sees it now. */
  readonly tokens: number;
  /** The same at the last update, or after a compaction since; undefined before the first. */
  readonly tokensAtUpdate?: number | undefined;
  /** Since the last update. */
  readonly toolCalls: number;
  /** The model has answered and called no tool: the user's turn. */
  readonly isPaused: boolean;
}

/** Whether it is time to bring the notes up to date. */
export function shouldUpdateNotes(state: NotesState, thresholds: NotesThresholds = {}): boolean {
  const { first = 10_000, further = 5_000, toolCalls = 3 } = thresholds;
  if (state.tokensAtUpdate === undefined) return state.tokens >= first;
  if (state.tokens - state.tokensAtUpdate < further) return false;
  return state.toolCalls >= toolCalls || state.isPaused;
}
