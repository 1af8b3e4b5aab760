import { parseQuery } from '../search/parse-query.js';
import { RankedIndex } from '../search/ranked-index.js';
import type { RecallHeader, RecallSource } from './recall-source.js';

/** How many ranked entries are looked through for those of the manifest. */
const rankedLimit = 200;
/** What comes after these has little to do with the query. */
const chosenLimit = 20;

/** Paths of the manifest by their words, best first: the selector that needs no model. */
export async function selectByWords(
  query: string,
  manifest: readonly RecallHeader[],
  source: Pick<RecallSource, 'rank'>,
): Promise<string[]> {
  if (source.rank) {
    const inManifest = new Set(manifest.map(({ path }) => path));
    const ranked = await source.rank(query, rankedLimit);
    return ranked.filter((path) => inManifest.has(path)).slice(0, chosenLimit);
  }
  const index = new RankedIndex();
  for (const { path, name, description } of manifest) {
    index.set(path, { name, description, body: '' }, name.length + (description?.length ?? 0));
  }
  return index.rank(parseQuery(query), { limit: chosenLimit }).ranked.map(({ path }) => path);
}
