import type { EntrySummary } from '@mem/core';
import type { World } from '../world.js';
import type { Candidate, Place } from './place.js';

/** The names of memories, or their paths; of nothing that is ignored. */
export async function entryCandidates(
  kind: 'entry' | 'path',
  values: Place['values'],
  world: World,
): Promise<Candidate[]> {
  const { createCall } = await import('../call.js');
  const { read } = createCall({ values, positionals: [] }, world);
  const { entries } = (await read((store) => store.list())).result;
  const names = new Map<string, number>();
  for (const { name } of entries) names.set(name, (names.get(name) ?? 0) + 1);
  const isUsable = ({ name }: EntrySummary) =>
    kind === 'entry' && names.get(name) === 1 && !/^-|[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
  return entries.map((entry) => ({
    word: isUsable(entry) ? entry.name : entry.path,
    about: entry.description ?? '',
  }));
}
