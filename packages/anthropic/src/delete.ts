import { isMemoryError, type Storage, type StoragePath, type StoredFileInfo } from '@mem/core';
import { filesBelow, lookAt } from './file-tree.js';
import { finishChange, withNotes } from './finish-change.js';
import type { DeleteCommand } from './memory-command.js';
import { isInside, memoryPath, shownPath } from './memory-path.js';
import { failure, pathAbsent } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';

/** A file, or a folder with all that is in it. What somebody changes meanwhile stays. */
export async function deletePath(world: ToolWorld, command: DeleteCommand): Promise<string> {
  const place = memoryPath(command.path);
  if (!isInside(place)) throw failure(`Cannot delete the ${place.shown} directory itself`);
  const found = await lookAt(world.storage, place.path);
  if (found.kind === 'nothing') throw pathAbsent(place.shown);
  const doomed =
    found.kind === 'file'
      ? [{ path: place.path, version: found.file.version }]
      : await filesBelow(world.storage, place.path);
  const { removed, kept, notes } = await removeAll(world.storage, doomed);
  const paths = removed.map(({ path }) => path);
  const more = await finishChange(world, {
    message: `delete ${place.path}`,
    paths,
    moved: paths,
  });
  if (kept.length > 0) throw failure(keptMessage(place.shown, removed.length, kept));
  return withNotes(`Successfully deleted ${place.shown}`, [...notes, ...more]);
}

export type FileVersion = Pick<StoredFileInfo, 'path' | 'version'>;

export interface Removal {
  readonly removed: readonly FileVersion[];
  readonly kept: readonly KeptFile[];
  readonly notes: readonly string[];
}

export interface KeptFile {
  readonly path: StoragePath;
  readonly why: string;
}

/** Each file that still is what was seen. One that cannot be removed keeps no other from it. */
export async function removeAll(storage: Storage, files: readonly FileVersion[]): Promise<Removal> {
  const removed: FileVersion[] = [];
  const kept: KeptFile[] = [];
  const notes: string[] = [];
  for (const file of files) {
    try {
      const { warnings } = await storage.remove(file.path, { expect: file.version });
      removed.push(file);
      notes.push(...warnings.map(({ message }) => message));
    } catch (error) {
      if (!isMemoryError(error)) throw error;
      const conflict = error.code === 'CONFLICT';
      const gone = conflict && (await storage.read(file.path)) === undefined;
      if (!gone) {
        const why = conflict ? 'was changed by someone else in the meantime' : error.message;
        kept.push({ path: file.path, why });
      }
    }
  }
  return { removed, kept, notes };
}

const maxNamed = 5;

function keptMessage(shown: string, removed: number, kept: readonly KeptFile[]): string {
  const named = kept.slice(0, maxNamed).map(({ path, why }) => `${shownPath(path)}: ${why}`);
  const more = kept.length > maxNamed ? `; and ${kept.length - maxNamed} more` : '';
  const what = removed === 0 ? 'was not deleted' : `was deleted only in part (${removed} files)`;
  return `${shown} ${what}. Still there: ${named.join('; ')}${more}. View it again before you go on`;
}
