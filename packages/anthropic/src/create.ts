import { isMemoryError } from '@mem/core';
import { requireSize } from './change-file.js';
import { fileAbove, lookAt } from './file-tree.js';
import { finishChange, withNotes } from './finish-change.js';
import { guardNewFile } from './guard-change.js';
import type { CreateCommand } from './memory-command.js';
import { type InnerPath, isInside, memoryPath, shownPath } from './memory-path.js';
import { failure } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';

/** Never writes over a file: what the model has not seen it cannot mean to replace. */
export async function create(
  world: ToolWorld,
  { path: given, file_text }: CreateCommand,
): Promise<string> {
  const place = memoryPath(given);
  if (!isInside(place) || given.endsWith('/')) throw failure(`${place.shown} is a directory`);
  const bytes = new TextEncoder().encode(file_text);
  requireSize(bytes.length, world.maxFileBytes, place.shown);
  await requireFree(world, place);
  const notes = guardNewFile(world, place.path, file_text);
  await writeNew(world, place, bytes);
  const more = await finishChange(world, {
    message: `create ${place.path}`,
    paths: [place.path],
    moved: [place.path],
  });
  return withNotes(`File created successfully at: ${place.shown}`, [...notes, ...more]);
}

/** @throws ToolFailure when something is there, or a file stands where a folder is needed */
export async function requireFree(
  { storage }: ToolWorld,
  { path, shown }: InnerPath,
): Promise<void> {
  const above = await fileAbove(storage, path);
  if (above !== undefined) {
    throw failure(`${shownPath(above)} is a file, so nothing can be put below it`);
  }
  const { kind } = await lookAt(storage, path);
  if (kind === 'file') throw alreadyThere(shown);
  if (kind === 'folder') throw failure(`${shown} already exists and is a directory`);
}

async function writeNew(
  { storage }: ToolWorld,
  { path, shown }: InnerPath,
  bytes: Uint8Array,
): Promise<void> {
  try {
    const { outcome } = await storage.write(path, bytes, { expect: null });
    if (outcome === 'created') return;
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
  }
  throw alreadyThere(shown);
}

function alreadyThere(shown: string): Error {
  return failure(`File ${shown} already exists`);
}
