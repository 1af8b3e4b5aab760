import type { Storage, StoragePath } from '../storage.js';
import { eachEntry, type FoundEntry } from './each-entry.js';
import type { ScanOptions } from './scan-rank.js';
import { factsOf } from './search-filter.js';

/** Paths of entries that hold the text, in any case, in name, description or body; in order. */
export async function containingPaths(
  storage: Storage,
  text: string,
  options: ScanOptions,
): Promise<StoragePath[]> {
  const wanted = foldCase(text);
  const { accepts, ignores, modifiedAt } = options;
  const found: StoragePath[] = [];
  await eachEntry(storage, {
    wants: () => true,
    take(path, entry) {
      if (!holds(entry, wanted)) return;
      const facts = accepts || ignores ? factsOf(path, entry, modifiedAt?.(path)) : undefined;
      if (facts && (ignores?.(facts) || !(accepts?.(facts) ?? true))) return;
      found.push(path);
    },
  });
  return found.sort().slice(0, options.limit);
}

/** So that composed and decomposed spellings, capital and small letters are one. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function holds(entry: FoundEntry, wanted: string): boolean {
  return (
    foldCase(entry.body).includes(wanted) ||
    foldCase(entry.name).includes(wanted) ||
    foldCase(entry.description ?? '').includes(wanted)
  );
}
