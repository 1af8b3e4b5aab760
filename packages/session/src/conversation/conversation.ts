import type {
  ContextOptions,
  ContextResult,
  MemoryStore,
  RecallEntriesOptions,
  RecallResult,
  Storage,
  TokenEstimator,
} from '@mem/core';
import type { Compacted, NotCompacted } from '../compaction/compact.js';
import type { TailLimits } from '../compaction/tail-start.js';
import type { Message } from '../messages/message.js';
import type { ModelFunction } from '../model.js';
import type { NotesBudget } from '../notes/fit-notes.js';
import type { KeptNotes, UpdatedNotesFile } from '../notes/notes-file.js';
import type { NotesThresholds } from '../notes/notes-trigger.js';
import type { NotesTemplate } from '../notes/template.js';

export interface ConversationOptions {
  /** Where the memories are. */
  readonly store: MemoryStore;
  /** The storage below the store: the notes are kept on it. */
  readonly storage: Storage;
  /** Which conversation: names its notes. Made up when omitted, and then new. */
  readonly id?: string | undefined;
  /** Writes the notes; without one there are only those that others write. */
  readonly model?: ModelFunction | undefined;
  readonly template?: NotesTemplate | undefined;
  readonly budget?: NotesBudget | undefined;
  readonly thresholds?: NotesThresholds | undefined;
  readonly tail?: TailLimits | undefined;
  /** How memories are put into the prompt. */
  readonly context?: ContextOptions | undefined;
  /** How memories are recalled. */
  readonly recall?: Omit<RecallEntriesOptions, 'session'> | undefined;
  readonly estimate?: TokenEstimator | undefined;
  /** For an answer of the model, in milliseconds; 60,000 when omitted. */
  readonly timeLimit?: number | undefined;
}

/** A compaction, and the memories as they are now, for the prompt that goes on from it. */
export type ConversationCompactResult = NotCompacted | (Compacted & { context: ContextResult });

/** One conversation of an agent with a memory. */
export interface Conversation {
  readonly id: string;
  /** Of the messages last observed, estimated. */
  readonly tokens: number;
  /** Whether it is time to bring the notes up to date. */
  readonly shouldUpdateNotes: boolean;
  /**
   * The memories that matter for what was said and were not shown before in this conversation.
   * Never throws.
   */
  recall(query: string, options?: Omit<RecallEntriesOptions, 'session'>): Promise<RecallResult>;
  /** All messages as a model sees them now; call it when there are new ones. */
  observe(messages: readonly Message[]): void;
  /**
   * Has the model note what was said since the last time. A model that fails changes nothing:
   * `problem` says why. Of several calls at once, one does the work.
   */
  updateNotes(signal?: AbortSignal): Promise<UpdatedNotesFile>;
  /** The notes as they are on the storage; undefined when there are none. */
  notes(): Promise<KeptNotes | undefined>;
  /**
   * Replaces the head of the conversation by its notes; see `compact`. Afterwards everything may
   * be recalled again, and the memories are read afresh.
   */
  compact(messages?: readonly Message[]): Promise<ConversationCompactResult>;
  /** The memories as they are now, for the prompt. */
  context(options?: ContextOptions): Promise<ContextResult>;
}
