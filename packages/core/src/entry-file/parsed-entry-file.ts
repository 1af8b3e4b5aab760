import type { Problem } from '../problem.js';
import type { Provenance } from '../provenance.js';
import type { LineEnd } from './line-ends.js';

/** What the file of an entry says. */
export interface ParsedEntryFile {
  /** The header's name; the file's stem where the header has none or an empty one. */
  readonly name: string;
  /** The name as the header has it; absent when it has none or an empty one. */
  readonly nameInHeader?: string;
  /** Absent when the header has none or an empty one. */
  readonly description?: string;
  /** Without blanks around it; a list is joined by commas. One of `memoryTypes` or anything else. */
  readonly type?: string;
  /** The text after the closing fence line, exactly as it stands; all of it without a header. */
  readonly body: string;
  /**
   * All other keys, those of a `metadata:` block among them (a key at the top wins over one of the
   * same name in the block). Scalars as spelled, an empty one null. No prototype.
   */
  readonly metadata: Record<string, unknown>;
  /** `modified` of the header, as spelled; it is also among `metadata`. */
  readonly modified?: string;
  /** Who said it, as far as the header tells. */
  readonly provenance?: Provenance;
  /** `nested`: the type stands, or belongs, in a `metadata:` block. */
  readonly shape: 'none' | 'flat' | 'nested';
  /** The first line end of the file; `\n` when it has none. */
  readonly eol: LineEnd;
  readonly bom: boolean;
  readonly problems: Problem[];
}
