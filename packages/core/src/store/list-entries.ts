import type { ListOptions, ListResult } from '../memory-store.js';
import type { ProblemKind } from '../problem.js';
import { summaryOf } from './read-entry.js';
import type { StoreWorld } from './store-world.js';

/** Faults that keep a reader from seeing an entry whole; the rest is what `check` is for. */
const readingFaults: ReadonlySet<ProblemKind> = new Set([
  'file-unreadable',
  'file-encoding',
  'file-conflict-markers',
  'frontmatter-invalid',
  'frontmatter-unterminated',
  'unsafe-frontmatter',
]);

export async function listEntries(
  world: StoreWorld,
  options: ListOptions = {},
): Promise<ListResult> {
  const { entries } = await world.view.look();
  const type = options.type?.toLowerCase();
  const wanted = entries.filter(
    (entry) => type === undefined || entry.header.type?.toLowerCase() === type,
  );
  return {
    entries: wanted.filter((entry) => entry.readable).map(summaryOf),
    problems: entries
      .flatMap((entry) => entry.header.problems)
      .filter((problem) => readingFaults.has(problem.kind)),
  };
}
