import { bodyText } from '../entry-file/body-text.js';
import type { RecallEntriesOptions } from '../memory-store.js';
import { type RecallResult, recall } from '../recall/recall.js';
import type { RecallSource } from '../recall/recall-source.js';
import type { Searcher } from '../search/create-searcher.js';
import type { StoragePath } from '../storage.js';
import { linkedPath, linkTargetsOf } from './links.js';
import { summaryOf } from './read-entry.js';
import { readEntryFile } from './read-entry-file.js';
import type { ShownWorld } from './shown-world.js';

/**
 * The few entries that matter for the query. Never throws: see `notes` of the result.
 *
 * @param open called inside, so that a directory that cannot be listed is a note too
 */
export async function recallEntries(
  open: () => Promise<ShownWorld>,
  now: () => Date,
  searcher: Searcher,
  query: string,
  options: RecallEntriesOptions = {},
): Promise<RecallResult> {
  const { ignore: _, ...rest } = options;
  let opened: Promise<ShownWorld> | undefined;
  const world = () => {
    opened ??= open();
    return opened;
  };
  return recall(recallSource(world, searcher), query, { now, ...rest });
}

function recallSource(world: () => Promise<ShownWorld>, searcher: Searcher): RecallSource {
  const look = async () => (await world()).view.look();
  return {
    headers: async () => {
      const { entries } = await look();
      return entries.filter((entry) => entry.readable).map(summaryOf);
    },
    body: async (path) => {
      const file = await (await world()).storage.read(path as StoragePath);
      return file && bodyText((await readEntryFile(path as StoragePath, file.bytes)).body);
    },
    links: async (body) => {
      const snapshot = await look();
      const paths = linkTargetsOf(body).map((target) => linkedPath(target, snapshot));
      return paths.filter((path) => path !== null);
    },
    rank: async (query, limit) => {
      const { ignored } = await world();
      const ignores = ({ path }: { readonly path: string }) => ignored.has(path);
      const { hits } = await searcher.search(query, { limit, ignores });
      return hits.map((hit) => hit.path);
    },
  };
}
