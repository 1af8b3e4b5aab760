import type { Storage, StoragePath } from '../storage.js';
import { stemOf } from '../storage-path.js';
import { type EntryVisitor, eachEntry, type FoundEntry, type ScannedFile } from './each-entry.js';
import type { Query } from './parse-query.js';
import { QuickLook } from './quick-look.js';
import { type Match, type Ranking, rankMatches } from './ranking.js';
import { type EntryPredicate, factsOf } from './search-filter.js';
import { TermMatcher } from './term-matcher.js';

export interface ScanOptions {
  readonly limit: number;
  readonly accepts?: EntryPredicate | undefined;
  readonly ignores?: EntryPredicate | undefined;
  /** When files were last changed, where a predicate asks for it. */
  readonly modifiedAt?: ((path: StoragePath) => number | undefined) | undefined;
}

/** Ranks in one pass over the files, without an index: order and scores are those of the index. */
export async function scanRank(
  storage: Storage,
  query: Query,
  options: ScanOptions,
): Promise<Ranking<StoragePath>> {
  const pass = new ScanPass(query, options);
  await eachEntry(storage, pass);
  return rankMatches(query, pass.matches, pass.corpus, options.limit);
}

class ScanPass implements EntryVisitor {
  readonly matches: Match<StoragePath>[] = [];
  #entries = 0;
  #bytes = 0;
  readonly #matcher: TermMatcher;
  readonly #look: QuickLook;
  readonly #options: ScanOptions;

  constructor(query: Query, options: ScanOptions) {
    this.#matcher = new TermMatcher(query.terms);
    this.#look = new QuickLook(query.terms);
    this.#options = options;
  }

  get corpus() {
    return { entries: this.#entries, bytes: this.#bytes };
  }

  /** A file without any term only counts; where entries may be ignored, its header decides. */
  wants(file: ScannedFile): boolean {
    if (this.#options.ignores || this.#look.mayHold(file)) return true;
    // The name of an entry without one in its header is that of its file.
    if (this.#look.mayBeNamed(file.path) && this.#matcher.isIn(stemOf(file.path))) return true;
    this.#entries++;
    this.#bytes += file.size;
    return false;
  }

  take(path: StoragePath, entry: FoundEntry, size: number): void {
    const { accepts, ignores } = this.#options;
    const facts =
      accepts || ignores ? factsOf(path, entry, this.#options.modifiedAt?.(path)) : undefined;
    if (facts && ignores?.(facts)) return;
    this.#entries++;
    this.#bytes += size;
    const weights = this.#matcher.weightsOf(entry);
    if (!weights) return;
    const accepted = !facts || (accepts?.(facts) ?? true);
    this.matches.push({ path, bytes: size, weights, accepted });
  }
}
