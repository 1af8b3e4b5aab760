import {
  indexPath,
  isMemoryError,
  type Problem,
  type RecordedFile,
  type Storage,
  type StoragePath,
} from '@mem/core';
import { createDirectoryView, settleIndex, typeLookup, undoIndex } from '@mem/core/internal';
import { fileState } from './file-state.js';
import { hashOf, type RunFile } from './run-record.js';

/** A file that was not taken back, with the reason in one sentence. */
export interface KeptFile {
  readonly path: StoragePath;
  readonly why: string;
}

export interface TakenBack {
  /** Files that hold again what they held before; MEMORY.md among them. */
  readonly restored: readonly StoragePath[];
  readonly kept: readonly KeptFile[];
  readonly warnings: readonly Problem[];
}

/** MEMORY.md before the change, and what the change may have left, as far as copies are there. */
export interface IndexToTakeBack {
  readonly before: Uint8Array | null;
  readonly left: Uint8Array | null;
  /** Hashes of every state that the change alone made. */
  readonly states: readonly (string | null)[];
}

/** Bytes of a file before the change; undefined when no copy is left. */
export type ReadBefore = (path: StoragePath, hash: string) => Promise<Uint8Array | undefined>;

/**
 * Brings files back to what they were, one by one: what somebody wrote since is kept and said.
 * Contents come back before others go, and MEMORY.md is last, so that a crash in between leaves a
 * copy too much at worst; the same call then finishes.
 */
export async function takeBack(
  storage: Storage,
  files: readonly RunFile[],
  readBefore: ReadBefore,
  index: IndexToTakeBack | undefined,
): Promise<TakenBack> {
  const restored: RecordedFile[] = [];
  const undone: RecordedFile[] = [];
  const kept: KeptFile[] = [];
  const warnings: Problem[] = [];
  const comingBackFirst = files.toSorted(
    (a, b) => Number(a.before === null) - Number(b.before === null),
  );
  for (const file of comingBackFirst) {
    const result = await takeBackFile(storage, file, readBefore);
    if ('why' in result) kept.push({ path: file.path, why: result.why });
    else {
      undone.push(result.recorded);
      if (result.changed) restored.push(result.recorded);
    }
  }
  const paths = restored.map(({ path }) => path);
  const isBack = await takeBackIndex(storage, undone, kept, index, warnings);
  if (isBack) paths.push(indexPath);
  return { restored: paths, kept, warnings };
}

type FileResult =
  | { readonly why: string }
  | { readonly recorded: RecordedFile; readonly changed: boolean };

async function takeBackFile(
  storage: Storage,
  file: RunFile,
  readBefore: ReadBefore,
): Promise<FileResult> {
  const { path } = file;
  const { stands, version } = await fileState(storage, file);
  const before = file.before === null ? null : await readBefore(path, file.before);
  // What the index needs to know: that the file had gone, or had come.
  const recorded = { path, before: before ?? null, after: file.after === null ? null : 'left' };
  if (stands === 'before') return { recorded, changed: false };
  if (stands === 'other' && version !== null) {
    return { why: `${path} was changed after the distillation, so it stays as it is now.` };
  }
  if (before === undefined) return { why: `No copy of ${path} from before is left.` };
  try {
    // A file that somebody removed comes back: nothing can be lost by that.
    if (before !== null) await storage.write(path, before, { expect: version });
    else if (version !== null) await storage.remove(path, { expect: version });
    return { recorded, changed: before !== null || version !== null };
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    return { why: error.message };
  }
}

async function takeBackIndex(
  storage: Storage,
  undone: readonly RecordedFile[],
  kept: readonly KeptFile[],
  index: IndexToTakeBack | undefined,
  warnings: Problem[],
): Promise<boolean> {
  const present = await storage.read(indexPath);
  const hash = hashOf(present?.bytes);
  const view = createDirectoryView(storage);
  if (index !== undefined && hash !== hashOf(index.before)) {
    const { before, left } = index;
    const isOurs = present !== undefined && index.states.includes(hash);
    const recorded: RecordedFile = {
      path: indexPath,
      before,
      after: isOurs ? present.version : null,
      ...(left === null ? {} : { left }),
    };
    const change = { id: '', message: '', at: 0, files: [...undone, recorded] };
    warnings.push(...(await undoIndex({ storage, view }, change)).warnings);
  }
  // Without a copy of the index, it is made to agree with the files.
  const loose = index === undefined ? [...kept, ...undone] : kept;
  if (loose.length > 0) {
    const typeOf = typeLookup(await view.look());
    const paths = loose.map(({ path }) => path);
    warnings.push(...(await settleIndex(storage, paths, typeOf)).warnings);
  }
  return hashOf((await storage.read(indexPath))?.bytes) !== hash;
}
