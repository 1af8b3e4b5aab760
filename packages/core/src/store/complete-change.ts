import type { MemoryEntry } from '../entry.js';
import { sizeProblems } from '../index-file/index-size-problems.js';
import { measureIndex } from '../index-file/measure-index.js';
import type { IndexSize, SaveResult } from '../memory-store.js';
import type { Problem } from '../problem.js';
import type { StoragePath, StoredFile } from '../storage.js';
import { indexPath } from '../storage-path.js';
import { afterCommit } from './after-commit.js';
import { definedOf } from './defined-of.js';
import type { DirectorySnapshot } from './directory-view.js';
import { type IndexEdit, problemsOfWarnings } from './index-text.js';
import { entryOf, readEntry } from './read-entry.js';
import type { StoreWorld } from './store-world.js';

export interface DoneChange {
  readonly path: StoragePath;
  /** What the entry's file now holds. */
  readonly file: StoredFile;
  readonly created: boolean;
  /** Entry files that were changed; the index is added here. */
  readonly changed: readonly StoragePath[];
  readonly message: string;
  readonly index: IndexEdit;
  readonly warnings: readonly Problem[];
  /** The directory of before, to tell entries much like this one; none are told without it. */
  readonly others?: DirectorySnapshot;
}

/** The change is on the disk: records it in the history and gathers what the caller is told. */
export async function completeChange(world: StoreWorld, change: DoneChange): Promise<SaveResult> {
  const recorded = await recordChange(world, change.message, change.changed, change.index);
  const unread: Problem[] = [];
  const entry = await entryAfter(world, change, unread);
  return {
    entry,
    created: change.created,
    changed: recorded.changed,
    index: indexSizeOf(change.index.text),
    warnings: [
      ...change.warnings,
      ...recorded.warnings,
      ...unread,
      ...sizeProblems(change.index.text ?? ''),
    ],
    similar: await similarTo(world, change, entry),
  };
}

async function similarTo(
  world: StoreWorld,
  { others, changed, path }: DoneChange,
  entry: MemoryEntry,
): Promise<SaveResult['similar']> {
  if (others === undefined || others.entries.length === 0 || !changed.includes(path)) return [];
  const { similarEntries } = await import('../similar/similar-entries.js');
  return similarEntries(world, others, entry);
}

/** Where it cannot be read back, or is gone again: as it was written, its links leading nowhere. */
function entryAfter(
  world: StoreWorld,
  { path, file }: DoneChange,
  warnings: Problem[],
): Promise<MemoryEntry> {
  const nothing = async () => ({ entries: [], files: [] });
  const steps = {
    run: () => readEntry(world, path),
    fallback: () => entryOf(path, file, nothing),
  };
  return afterCommit(path, 'the memory could not be read back', steps, warnings);
}

export interface RecordedChangeResult {
  readonly changed: readonly StoragePath[];
  readonly warnings: readonly Problem[];
}

/** One checkpoint for the whole logical change: the files and the index. */
export async function recordChange(
  world: StoreWorld,
  message: string,
  files: readonly StoragePath[],
  index: IndexEdit,
  undoes?: string,
): Promise<RecordedChangeResult> {
  const changed = index.changed ? [...files, indexPath] : [...files];
  if (changed.length === 0 || !world.storage.checkpoint)
    return { changed, warnings: index.warnings };
  // The name of an entry from before the guard may be a secret, and stands in most messages.
  const { redactSecrets } = await import('../guard/redact-secrets.js');
  const result = await world.storage.checkpoint({
    message: redactSecrets(message.replace(/\s+/gu, ' ').trim()),
    paths: changed,
    ...definedOf({ undoes, left: index.left && new Map([[indexPath, index.left]]) }),
  });
  return { changed, warnings: [...index.warnings, ...problemsOfWarnings(result)] };
}

export function indexSizeOf(text: string | undefined): IndexSize {
  const { lines, bytes } = measureIndex(text ?? '');
  return { lines, bytes };
}
