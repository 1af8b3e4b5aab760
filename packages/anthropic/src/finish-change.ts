import { indexPath, isEntryPath, isMemoryError, type StoragePath } from '@mem/core';
import { createDirectoryView, settleIndex, typeLookup } from '@mem/core/internal';
import type { ToolWorld } from './tool-world.js';

export interface DoneCommand {
  /** One line, for the history. */
  readonly message: string;
  readonly paths: readonly StoragePath[];
  /** Paths that came or went: the index follows them. */
  readonly moved: readonly StoragePath[];
}

/**
 * What follows a change that is on the disk: the index gets or loses its lines, and a storage that
 * keeps a history records it. From here on nothing is an error any more, only a note.
 */
export async function finishChange(
  world: ToolWorld,
  { message, paths, moved }: DoneCommand,
): Promise<string[]> {
  const index = await followInIndex(world, moved);
  const changed = index.changed ? [...paths, indexPath] : paths;
  const recorded =
    changed.length > 0
      ? await world.storage.checkpoint?.({
          message,
          paths: changed,
          ...(index.left && { left: new Map([[indexPath, index.left]]) }),
        })
      : undefined;
  const warnings = [...index.warnings, ...(recorded?.warnings ?? [])];
  return warnings.map((warning) => warning.message);
}

interface FollowedIndex {
  readonly changed: boolean;
  readonly left?: Uint8Array | undefined;
  readonly warnings: readonly { readonly message: string }[];
}

const untouched: FollowedIndex = { changed: false, warnings: [] };

/** An index that is there is kept true; where there is none, the model's files need none. */
async function followInIndex(
  { storage }: ToolWorld,
  moved: readonly StoragePath[],
): Promise<FollowedIndex> {
  const entries = moved.filter(isEntryPath);
  try {
    if (entries.length === 0 || (await storage.read(indexPath)) === undefined) return untouched;
    const snapshot = await createDirectoryView(storage).look();
    const settled = await settleIndex(storage, entries, typeLookup(snapshot));
    return { ...settled, warnings: [...settled.warnings, ...settled.kept, ...settled.removed] };
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    const message = `MEMORY.md does not follow the change (${error.message}); "mem reindex" mends it.`;
    return { ...untouched, warnings: [{ message }] };
  }
}

/** An answer, and below it what else there is to say. */
export function withNotes(answer: string, notes: readonly string[]): string {
  return [answer, ...notes.map((note) => `Note: ${note}`)].join('\n');
}
