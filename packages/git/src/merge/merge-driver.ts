import { readFile, writeFile } from 'node:fs/promises';
import { indexPath, type StoragePath } from '@mem/core';
import { mergeFile } from './merge-file.js';
import { unionLines } from './union-lines.js';

/** The files that git hands to a merge driver, and what the file is called in the repository. */
export interface MergeDriverFiles {
  /** `%O`: the version both have grown from; empty when both sides made the file. */
  readonly base: string;
  /** `%A`: our version, and where the result goes. */
  readonly ours: string;
  /** `%B`: their version. */
  readonly theirs: string;
  /** `%P`: the path of the file. */
  readonly path: string;
}

export interface DriverResult {
  /** False: tell git by the exit code 1 that a person must look at it. */
  readonly isClean: boolean;
}

/**
 * Merges one memory file for git: the header field by field, the body line by line, the lines of an
 * index from both sides. The header of the result is always valid; lines of the body that
 * contradict each other stand there between the usual marks, and of such fields ours stays.
 */
export async function mergeDriver(files: MergeDriverFiles): Promise<DriverResult> {
  const [base, ours, theirs] = await Promise.all(
    [files.base, files.ours, files.theirs].map((file) => readFile(file)),
  );
  const { bytes, isClean } = mergeForGit(
    files.path,
    base ?? new Uint8Array(),
    ours ?? new Uint8Array(),
    theirs ?? new Uint8Array(),
  );
  if (Buffer.compare(ours ?? new Uint8Array(), bytes) !== 0) await writeFile(files.ours, bytes);
  return { isClean };
}

/** As `mergeDriver`, on bytes. */
export function mergeForGit(
  path: string,
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
): { bytes: Uint8Array; isClean: boolean } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const texts = name === indexPath ? [base, ours, theirs].map(decoded) : [];
  const [old, mine, other] = texts;
  if (old !== undefined && mine !== undefined && other !== undefined) {
    return { bytes: new TextEncoder().encode(unionLines(old, mine, other)), isClean: true };
  }
  const merged = mergeFile(
    name as StoragePath,
    base.length === 0 ? null : base,
    ours,
    theirs,
    'marks',
  );
  return { bytes: merged.bytes, isClean: merged.conflicts.length === 0 };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
