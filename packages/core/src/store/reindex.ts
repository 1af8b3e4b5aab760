import { isEntryPath } from '../entry-path.js';
import { MemoryError } from '../errors.js';
import { checkIndex } from '../index-file/check-index.js';
import { sizeProblems } from '../index-file/index-size-problems.js';
import { type IndexedEntry, rebuildIndex } from '../index-file/rebuild-index.js';
import type { ChangeOptions, ReindexResult } from '../memory-store.js';
import type { Problem } from '../problem.js';
import { isRecoverable, type Storage, type StoragePath } from '../storage.js';
import { indexPath, storagePath } from '../storage-path.js';
import { afterCommit } from './after-commit.js';
import { indexSizeOf, recordChange } from './complete-change.js';
import { definedOf } from './defined-of.js';
import { type DirectorySnapshot, typeLookup } from './directory-view.js';
import { guardMessage } from './guard-change.js';
import { editIndex, type IndexEdit, requireNoConflict } from './index-text.js';
import { finishBegunChanges } from './journal.js';
import { readEntryFile } from './read-entry-file.js';
import { reasonOf } from './reason-of.js';
import type { StoreWorld } from './store-world.js';

type Rebuilt = ReturnType<typeof rebuildIndex>;

/** Makes the index list what is there; keeps whatever a person wrote into it. */
export async function reindex(
  world: StoreWorld,
  options: Pick<ChangeOptions, 'message'> = {},
): Promise<ReindexResult> {
  const guarded = await guardMessage(world, indexPath, options);
  const snapshot = await world.view.look();
  await finishBegunChanges(world.storage, typeLookup(snapshot), world.now());
  const previous = await previousDescriptions(world.storage);
  let report: Rebuilt | undefined;
  let backup: StoragePath | undefined;
  const index = await editIndex(world.storage, async (text) => {
    requireNoConflict(text ?? '');
    const rebuilt = rebuildIndex(text ?? '', indexedEntries(await world.view.look(), previous));
    // Asked again after each write, so the last answer changes nothing and reports nothing.
    if (!report || rebuilt.text !== text) report = rebuilt;
    if (rebuilt.droppedLines.length > 0) backup ??= await backUpIndex(world);
    return rebuilt.text === '' && text === undefined ? undefined : rebuilt.text;
  });
  const message = reasonOf(options) ?? 'rebuild the index';
  const recorded = await recordChange(world, message, [], index);
  const remaining = await remainingProblems(world, index);
  return {
    changed: recorded.changed,
    // What could not be written did not happen.
    ...(report && index.changed ? reportOf(report) : nothingDone),
    ...definedOf({ backup: index.changed ? backup : undefined }),
    index: indexSizeOf(index.text),
    warnings: [...recorded.warnings, ...guarded, ...remaining, ...sizeProblems(index.text ?? '')],
  };
}

type Report = Pick<ReindexResult, 'added' | 'dropped' | 'droppedLines' | 'refreshed'>;

const nothingDone: Report = { added: [], dropped: [], droppedLines: [], refreshed: [] };

function reportOf({ added, dropped, droppedLines, refreshed }: Rebuilt): Report {
  return {
    added: added as StoragePath[],
    dropped,
    droppedLines,
    refreshed: refreshed as StoragePath[],
  };
}

/** What a rebuild does not mend, such as two lines for one entry. A failed edit says enough. */
async function remainingProblems(
  world: StoreWorld,
  { text, warnings }: IndexEdit,
): Promise<Problem[]> {
  if (text === undefined || warnings.length > 0) return [];
  const told: Problem[] = [];
  const steps = { run: async () => (await world.view.look()).entries, fallback: () => undefined };
  const entries = await afterCommit(indexPath, 'it could not be checked', steps, told);
  if (entries === undefined) return told;
  const files = entries.map(({ path, header }) => ({ path, description: header.description }));
  const isOfSize = (kind: Problem['kind']) => /^index-(over|near)-/.test(kind);
  return checkIndex(text, files).filter(({ kind }) => !isOfSize(kind));
}

function indexedEntries(
  snapshot: DirectorySnapshot,
  previous: ReadonlyMap<StoragePath, string>,
): IndexedEntry[] {
  return snapshot.entries.map(({ path, name, header }) => ({
    path,
    name,
    ...definedOf({
      description: header.description,
      type: header.type,
      previousDescription: previous.get(path),
    }),
  }));
}

/** What entries were described as before their last recorded change: a hook may still say so. */
async function previousDescriptions(storage: Storage): Promise<Map<StoragePath, string>> {
  const descriptions = new Map<StoragePath, string>();
  if (!isRecoverable(storage)) return descriptions;
  for await (const change of storage.changes()) {
    for (const { path, before } of change.files) {
      if (!before || !isEntryPath(path) || descriptions.has(path)) continue;
      const { description } = await readEntryFile(path, before);
      if (description) descriptions.set(path, description);
    }
  }
  return descriptions;
}

/** The index as it stands, kept below `.mem/`, before anything is dropped from it. */
async function backUpIndex(world: StoreWorld): Promise<StoragePath> {
  const file = await world.storage.read(indexPath);
  if (!file)
    throw new MemoryError('CONFLICT', 'MEMORY.md was removed in the meantime.', {
      path: indexPath,
    });
  const time = world.now().toISOString().replace(/[:.]/g, '-');
  const path = storagePath(`.mem/backup/MEMORY-${time}.md`);
  await world.storage.write(path, file.bytes);
  return path;
}
