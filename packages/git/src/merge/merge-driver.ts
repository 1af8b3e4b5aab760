import { readFile, writeFile } from 'node:fs/promises';
import { indexPath, type StoragePath } from '@mem/core';
import { contradictingLines } from './contradicting-lines.js';
import { type FileConflict, mergeFile } from './merge-file.js';
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
  /** What both sides changed, each in another way. Only that of the body is seen in the file. */
  readonly conflicts: readonly DriverConflict[];
}

/** `line`: in an index, the line of one memory. As of a field, ours stands in the file. */
export type DriverConflict =
  | FileConflict
  | {
      readonly part: 'line';
      /** The file that the line links to. */
      readonly path: string;
      readonly ours: string;
      readonly theirs: string;
    };

/**
 * Merges one memory file for git: the header field by field, the body line by line, the lines of an
 * index from both sides. The header of the result is always valid; lines of the body that
 * contradict each other stand there between the usual marks, and of such fields ours stays.
 */
export async function mergeDriver(files: MergeDriverFiles): Promise<DriverResult> {
  const [base, ours, theirs] = await Promise.all(
    [files.base, files.ours, files.theirs].map((file) => readFile(file)),
  );
  const { bytes, ...result } = mergeForGit(
    files.path,
    base ?? new Uint8Array(),
    ours ?? new Uint8Array(),
    theirs ?? new Uint8Array(),
  );
  if (Buffer.compare(ours ?? new Uint8Array(), bytes) !== 0) await writeFile(files.ours, bytes);
  return result;
}

/** As `mergeDriver`, on bytes. */
export function mergeForGit(
  path: string,
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
): DriverResult & { readonly bytes: Uint8Array } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const texts = name === indexPath ? [base, ours, theirs].map(decoded) : [];
  const [old, mine, other] = texts;
  if (old !== undefined && mine !== undefined && other !== undefined) {
    const bytes = new TextEncoder().encode(unionLines(old, mine, other));
    const conflicts = contradictingLines(old, mine, other).map(
      ({ ours: line, theirs: their }): DriverConflict => ({
        part: 'line',
        path: line.path,
        ours: line.text,
        theirs: their.text,
      }),
    );
    return { bytes, isClean: true, conflicts };
  }
  const { bytes, conflicts } = mergeFile(
    name as StoragePath,
    base.length === 0 ? null : base,
    ours,
    theirs,
    'marks',
  );
  return { bytes, isClean: conflicts.length === 0, conflicts };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
