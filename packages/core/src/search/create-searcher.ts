import type { SearchHit, SearchOptions, SearchResult } from '../memory-store.js';
import type { Storage, StoragePath } from '../storage.js';
import { listFiles } from '../store/directory-view.js';
import { containingPaths } from './contains.js';
import { containsSnippet } from './contains-snippet.js';
import { parseFound, readIfReadable } from './each-entry.js';
import type { EntryInFile, LiveIndex } from './live-index.js';
import { parseQuery, type Query } from './parse-query.js';
import { hitOf, presentRanked } from './present-hit.js';
import type { Ranking } from './ranking.js';
import { type ScanOptions, scanRank } from './scan-rank.js';
import { asksForAge, type EntryPredicate, filterOf } from './search-filter.js';
import { TermMatcher } from './term-matcher.js';

export interface SearcherOptions {
  /** Milliseconds since 1970; the system clock when omitted. */
  readonly now?: () => number;
  /** Keep an index from the first search on, for a program that is there to search again. */
  readonly keepIndex?: boolean;
}

export interface SearcherSearchOptions extends Omit<SearchOptions, 'ignore'> {
  /** Entries for which it is true do not exist: not in hits, nor in any count or message. */
  readonly ignores?: EntryPredicate | undefined;
}

/** Searches a storage. Every answer is true to what the storage holds at the time of the call. */
export interface Searcher {
  search(query: string, options?: SearcherSearchOptions): Promise<SearchResult>;
}

const usualLimit = 20;

/**
 * The first ranked search reads every file once and keeps nothing, which is the least that a
 * program can do that searches once (unless it says otherwise). From the second on an index in memory answers; before each
 * query it compares versions and reads again what changed.
 */
export function createSearcher(storage: Storage, options: SearcherOptions = {}): Searcher {
  const searching = new Searching(storage, options);
  return {
    search: (query, searchOptions = {}) =>
      searchOptions.mode === 'contains'
        ? searching.contains(query, searchOptions)
        : searching.ranked(query, searchOptions),
  };
}

class Searching {
  readonly #storage: Storage;
  readonly #now: () => number;
  readonly #keepsIndex: boolean;
  #searches = 0;
  #live: LiveIndex | undefined;
  /** The refresh that is under way: searches take turns, the index is one. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(storage: Storage, { now = Date.now, keepIndex = false }: SearcherOptions) {
    this.#storage = storage;
    this.#now = now;
    this.#keepsIndex = keepIndex;
  }

  async contains(text: string, options: SearcherSearchOptions): Promise<SearchResult> {
    const paths = await containingPaths(this.#storage, text, await this.#scanOptions(options));
    const hits = await Promise.all(paths.map((path) => this.#containsHit(path, text)));
    return { hits: hits.filter((hit) => hit !== undefined), missing: [] };
  }

  async #containsHit(path: StoragePath, text: string): Promise<SearchHit | undefined> {
    const file = await readIfReadable(this.#storage, path);
    if (!file) return undefined;
    const entry = await parseFound(path, file.bytes);
    return hitOf(path, entry, 1, containsSnippet(entry, text));
  }

  async ranked(text: string, options: SearcherSearchOptions): Promise<SearchResult> {
    const query = parseQuery(text);
    if (query.terms.length === 0) return { hits: [], missing: [] };
    this.#searches++;
    if (this.#searches === 1 && !this.#keepsIndex) {
      const ranking = await scanRank(this.#storage, query, await this.#scanOptions(options));
      return this.#present(query, ranking, options);
    }
    const turn = this.#turn.then(() => this.#rankLive(query, options));
    this.#turn = turn.catch(() => undefined);
    return this.#present(query, await turn, options);
  }

  async #rankLive(query: Query, options: SearcherSearchOptions): Promise<Ranking<StoragePath>> {
    const live = await this.#openLive();
    await live.refresh();
    const accepts = filterOf(options);
    const { ignores } = options;
    return live.index.rank(query, {
      limit: options.limit ?? usualLimit,
      accepts: accepts && ((path) => accepts(live.factsOf(path))),
      ignores: ignores && ((path) => ignores(live.factsOf(path))),
    });
  }

  /** Loaded for the second search: most programs that search once never come to it. */
  async #openLive(): Promise<LiveIndex> {
    if (this.#live === undefined) {
      const { LiveIndex } = await import('./live-index.js');
      this.#live = new LiveIndex(this.#storage, this.#now);
    }
    return this.#live;
  }

  /** Shows the hits themselves: what is shown is what the files hold. */
  async #present(
    query: Query,
    ranking: Ranking<StoragePath>,
    options: SearchOptions,
  ): Promise<SearchResult> {
    const matcher = new TermMatcher(query.terms);
    const search = { query, matcher, ranking, explain: options.explain ?? false };
    const hits = await Promise.all(
      ranking.ranked.map(async (ranked) => {
        const read = await this.#read(ranked.path);
        return read && presentRanked(search, ranked, read.entry, read.size);
      }),
    );
    return { hits: hits.filter((hit) => hit !== undefined), missing: ranking.missing };
  }

  async #read(path: StoragePath): Promise<EntryInFile | undefined> {
    if (this.#live) return this.#live.read(path);
    const file = await readIfReadable(this.#storage, path);
    return file && { entry: await parseFound(path, file.bytes), size: file.bytes.length };
  }

  async #scanOptions(options: SearcherSearchOptions): Promise<ScanOptions> {
    return {
      limit: options.limit ?? usualLimit,
      accepts: filterOf(options),
      ignores: options.ignores,
      modifiedAt: asksForAge(options) || options.ignores ? await this.#times() : undefined,
    };
  }

  async #times(): Promise<(path: StoragePath) => number | undefined> {
    const files = await listFiles(this.#storage);
    const times = new Map(files.map((file) => [file.path, file.modifiedAt]));
    return (path) => times.get(path);
  }
}
