import type { StoragePath } from '../storage.js';
import type { DecodedText } from './decode-text.js';
import type { ParsedEntryFile } from './parsed-entry-file.js';
import type { HeaderReading } from './read-header.js';

/** A file's text and where its parts stand. */
export interface EntryText extends DecodedText {
  readonly path: StoragePath;
  readonly header?: HeaderSource;
  /** Where the body begins in `text`. */
  readonly bodyStart: number;
  /** The merge conflict that was left in the file; lines count from 0. */
  readonly conflict?: { readonly line: number; readonly isInHeader: boolean };
  /** The language that the first fence names, as in `---js`. */
  readonly language?: string;
}

/** The same, and what it says: what reading and editing both need. */
export interface EntrySource extends EntryText {
  readonly parsed: ParsedEntryFile;
}

export interface HeaderSource extends HeaderReading {
  /** Where it begins in the file's text. */
  readonly start: number;
  /** Whole lines, with the file's own line ends. */
  readonly original: string;
  /** The same with ends as `\n`: offsets of fields count in here. */
  readonly text: string;
  readonly isClosed: boolean;
}
