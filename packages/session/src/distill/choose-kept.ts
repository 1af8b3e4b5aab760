import { sha256 } from '@mem/core/internal';
import type { KnownMemory } from './distill-input.js';
import type { IndexLinks } from './index-links.js';
import type { PlannedFile } from './plan.js';

/** Header keys that say where an entry came from, and nothing that a reader needs. */
const bookkeeping = new Set([
  'node_type',
  'originSessionId',
  'modified',
  'created',
  'source',
  'client',
]);

/** True when whatever `other` says in its header stands in that of `kept` too, the description apart. */
export function headerIsCovered(kept: KnownMemory, other: KnownMemory): boolean {
  const { type } = other.parsed;
  if (type !== undefined && kept.parsed.type !== undefined && type !== kept.parsed.type)
    return false;
  return Object.entries(other.parsed.metadata).every(
    ([key, value]) =>
      bookkeeping.has(key) || JSON.stringify(value) === JSON.stringify(kept.parsed.metadata[key]),
  );
}

/** The same entries, the one to keep first: listed, at the top, described, then the newest. */
export function keptFirst(
  group: readonly KnownMemory[],
  { isListed }: IndexLinks,
): [KnownMemory, ...KnownMemory[]] {
  const rank = (memory: KnownMemory) =>
    (isListed(memory.path) ? 4 : 0) +
    (memory.path.includes('/') ? 0 : 2) +
    (memory.parsed.description === undefined ? 0 : 1);
  return group.toSorted(
    (a, b) =>
      rank(b) - rank(a) || (b.modifiedAt ?? 0) - (a.modifiedAt ?? 0) || (a.path < b.path ? -1 : 1),
  ) as [KnownMemory, ...KnownMemory[]];
}

export function plannedFile({ path, bytes, parsed }: KnownMemory): PlannedFile {
  return { path, name: parsed.name, sha256: sha256(bytes) };
}

/** A list for a sentence. */
export function pathsText(memories: readonly { readonly path: string }[]): string {
  return memories.map(({ path }) => path).join(', ');
}
