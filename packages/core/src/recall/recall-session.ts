import { withoutDot } from '../storage-path.js';

/** What one conversation has been shown. Give the same one to each recall of the conversation. */
export interface RecallSession {
  /** Paths of entries that are not shown again. */
  readonly shown: Set<string>;
  /** UTF-8 bytes of the bodies that were shown. */
  bytes: number;
}

/** Bodies of a whole conversation, in UTF-8 bytes. */
export const maxSessionBytes = 61_440;

export function createRecallSession(shown: Iterable<string> = [], bytes = 0): RecallSession {
  return { shown: new Set([...shown].map(withoutDot)), bytes };
}
