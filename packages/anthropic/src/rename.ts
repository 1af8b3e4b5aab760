import { isMemoryError, type Storage, type StoragePath } from '@mem/core';
import { jitter } from '@mem/core/internal';
import { requireFree } from './create.js';
import { type FileVersion, removeAll } from './delete.js';
import { filesBelow, lookAt } from './file-tree.js';
import { finishChange, withNotes } from './finish-change.js';
import { guardPath } from './guard-change.js';
import type { RenameCommand } from './memory-command.js';
import { isInside, memoryPath, shownPath } from './memory-path.js';
import { changedMeanwhile, failure, pathAbsent, type ToolFailure } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';

/** A file or a folder. Nothing is overwritten, and what fails half-way is put back. */
export async function rename(
  world: ToolWorld,
  { old_path, new_path }: RenameCommand,
): Promise<string> {
  const from = memoryPath(old_path);
  const to = memoryPath(new_path);
  if (!isInside(from)) throw failure(`Cannot rename the ${from.shown} directory itself`);
  const { kind } = await lookAt(world.storage, from.path);
  if (kind === 'nothing') throw pathAbsent(from.shown);
  if (!isInside(to)) throw destinationTaken(to.shown);
  if (to.path.startsWith(`${from.path}/`)) {
    throw failure(`${from.shown} cannot be moved into itself (${to.shown})`);
  }
  if ((await lookAt(world.storage, to.path)).kind !== 'nothing') throw destinationTaken(to.shown);
  await requireFree(world, to);
  guardPath(world, to.path);
  const files =
    kind === 'file'
      ? [from.path]
      : (await filesBelow(world.storage, from.path)).map(({ path }) => path);
  const moves = files.map((path) => ({
    from: path,
    to: `${to.path}${path.slice(from.path.length)}` as StoragePath,
  }));
  const notes = await moveAll(world.storage, moves);
  const paths = moves.flatMap((move) => [move.from, move.to]);
  const more = await finishChange(world, {
    message: `rename ${from.path} to ${to.path}`,
    paths,
    moved: paths,
  });
  return withNotes(`Successfully renamed ${from.shown} to ${to.shown}`, [...notes, ...more]);
}

function destinationTaken(shown: string): ToolFailure {
  return failure(`The destination ${shown} already exists`);
}

interface Move {
  readonly from: StoragePath;
  readonly to: StoragePath;
}

interface Copy extends Move {
  /** Of the file that was copied. */
  readonly version: string;
  /** Of the copy. */
  readonly copied: string;
}

/** All copies first, then the originals go: a crash in between leaves copies, never a loss. */
async function moveAll(storage: Storage, moves: readonly Move[]): Promise<string[]> {
  const copies: Copy[] = [];
  try {
    for (const move of moves) copies.push(await copyFile(storage, move));
  } catch (error) {
    await takeBack(storage, copies);
    throw error;
  }
  const notes: string[] = [];
  for (const copy of copies) notes.push(...(await removeOriginal(storage, copy)));
  return notes;
}

/** @throws ToolFailure when the file is gone, or something is there that was not before */
async function copyFile(storage: Storage, { from, to }: Move): Promise<Copy> {
  const file = await storage.read(from);
  if (!file) throw pathAbsent(shownPath(from));
  try {
    const { version, outcome } = await storage.write(to, file.bytes, { expect: null });
    if (outcome === 'created') return { from, to, version: file.version, copied: version };
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
  }
  throw destinationTaken(shownPath(to));
}

async function takeBack(storage: Storage, copies: readonly Copy[]): Promise<void> {
  const files: FileVersion[] = copies.map(({ to, copied }) => ({ path: to, version: copied }));
  await removeAll(storage, files);
}

const maxAttempts = 50;

/** What somebody wrote into the original meanwhile goes along. */
async function removeOriginal(storage: Storage, copy: Copy): Promise<readonly string[]> {
  let { version, copied } = copy;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { kept, notes } = await removeAll(storage, [{ path: copy.from, version }]);
    if (kept.length === 0) return notes;
    const file = await storage.read(copy.from);
    if (!file) return notes;
    if (file.version === version) throw stillThere(copy, kept[0]?.why ?? 'it was not removed');
    try {
      copied = (await storage.write(copy.to, file.bytes, { expect: copied })).version;
      version = file.version;
    } catch (error) {
      if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
      throw changedMeanwhile(`${shownPath(copy.from)}, and its copy ${shownPath(copy.to)},`);
    }
    await jitter(attempt);
  }
  throw changedMeanwhile(shownPath(copy.from));
}

function stillThere({ from, to }: Copy, why: string): ToolFailure {
  return failure(
    `${shownPath(to)} was written, but ${shownPath(from)} is still there too: ${why} Delete the one that should not be`,
  );
}
