import { isMemoryError } from '../errors.js';
import type { DeleteOptions, DeleteResult } from '../memory-store.js';
import type { Problem } from '../problem.js';
import { isRecoverable, type RemoveResult, type StoragePath } from '../storage.js';
import { indexPath } from '../storage-path.js';
import { afterCommit } from './after-commit.js';
import { indexSizeOf, recordChange } from './complete-change.js';
import { typeLookup } from './directory-view.js';
import { guardMessage, withoutSecrets } from './guard-change.js';
import { problemsOfWarnings } from './index-text.js';
import { jitter } from './jitter.js';
import { beginChange, finishBegunChanges } from './journal.js';
import { purgeKeptCopies } from './kept-copies.js';
import { reasonOf } from './reason-of.js';
import { quote, requireEntry } from './require-entry.js';
import { settleIndex } from './settle-index.js';
import type { StoreWorld } from './store-world.js';

/** Removes the entry's file, then its own line in the index. */
export async function deleteEntry(
  world: StoreWorld,
  target: string,
  options: DeleteOptions = {},
): Promise<DeleteResult> {
  return withoutSecrets([target, options.message], () => deleteChecked(world, target, options));
}

async function deleteChecked(
  world: StoreWorld,
  target: string,
  options: DeleteOptions,
): Promise<DeleteResult> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await deleteOnce(world, target, options);
    } catch (error) {
      // Changed since it was looked at: look again whether the name still means this file.
      const conflict = isMemoryError(error) && error.code === 'CONFLICT';
      if (!conflict || options.ifVersion !== undefined) throw error;
      await jitter(attempt);
    }
  }
}

async function deleteOnce(
  world: StoreWorld,
  target: string,
  options: DeleteOptions,
): Promise<DeleteResult> {
  const snapshot = await world.view.look();
  const entry = requireEntry(target, snapshot);
  const typeOf = typeLookup(snapshot);
  const guarded = await guardMessage(world, entry.path, options);
  await finishBegunChanges(world.storage, typeOf, world.now());
  const endChange = await beginChange(
    world.storage,
    new Map([[entry.path, 'absent']]),
    world.now(),
  );
  let removed: RemoveResult;
  try {
    removed = await world.storage.remove(entry.path, {
      expect: options.ifVersion ?? entry.version,
    });
  } catch (error) {
    await endChange();
    throw error;
  }
  const index = await settleIndex(world.storage, [entry.path], typeOf);
  if (!index.unfinished) await endChange();
  const message = reasonOf(options) ?? `delete ${quote(entry.name)}`;
  const recorded = await recordChange(world, message, [entry.path], index);
  const unpurged = options.purge ? await purgeCopies(world, entry.path) : [];
  return {
    deleted: [entry.path],
    changed: index.changed ? [indexPath] : [],
    index: indexSizeOf(index.text),
    warnings: [
      ...problemsOfWarnings(removed),
      ...guarded,
      ...index.kept,
      ...(options.purge ? index.removed.map(forGood) : index.removed),
      ...recorded.warnings,
      ...unpurged,
    ],
  };
}

function forGood(problem: Problem): Problem {
  return { ...problem, fix: 'No copy is kept: add it to MEMORY.md again if it should stay.' };
}

/** Old copies of the index hold the entry's hook, so they go too. */
async function purgeCopies({ storage }: StoreWorld, path: StoragePath): Promise<Problem[]> {
  const warnings: Problem[] = [];
  for (const file of [path, indexPath]) {
    const run = async () => {
      if (isRecoverable(storage)) await storage.purge(file);
      await purgeKeptCopies(storage, file);
    };
    const steps = { run, fallback: () => {} };
    await afterCommit(path, `old copies of ${file} may be left`, steps, warnings);
  }
  return warnings.map((warning) => ({
    ...warning,
    fix: 'Remove .mem/trash, .mem/conflicts and .mem/distill.',
  }));
}
