import type { Provenance } from '../provenance.js';

/** What recall knows of an entry before it is chosen. */
export interface RecallHeader {
  readonly path: string;
  readonly name: string;
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  /** ISO 8601. */
  readonly modified?: string | undefined;
  /** Who said it, as far as its header tells. */
  readonly provenance?: Provenance | undefined;
}

/** Where recall takes entries from. Ignored entries are in none of its answers. */
export interface RecallSource {
  headers(): Promise<readonly RecallHeader[]>;
  /** Undefined when the entry is gone or cannot be read. */
  body(path: string): Promise<string | undefined>;
  /** Paths of the entries that the wiki links of a body lead to. */
  links(body: string): Promise<readonly string[]>;
  /** Paths by how well name, description and body answer, best first; only what is relevant. */
  rank?(query: string, limit: number): Promise<readonly string[]>;
}

/**
 * Chooses what matters for the query out of the manifest (newest first): paths or names, best
 * first; none when nothing does. It should stop when the signal fires; it is not waited for.
 */
export type RecallSelector = (
  query: string,
  manifest: readonly RecallHeader[],
  signal: AbortSignal,
) => Promise<readonly string[]> | readonly string[];
