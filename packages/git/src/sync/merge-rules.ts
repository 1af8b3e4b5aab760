import type { StoragePath } from '@mem/core';
import type { TreeFile } from '../head.js';
import { readBlobs } from '../history/read-blobs.js';
import { mapThree, type Three } from '../merge/map-three.js';
import { unionLines } from '../merge/union-lines.js';
import type { Repository } from '../repository.js';
import { sameBytes } from '../same-bytes.js';
import type { ChangedFile } from './merge-commits.js';

/** What git is told about the files: no memory, and yet a part of a repository that holds only one. */
export const rulesPath = '.gitattributes' as StoragePath;

export interface MergedRules {
  /** What changes for our side; undefined where ours stay. */
  readonly change: ChangedFile | undefined;
  readonly isTheirs: boolean;
}

type Side = ReadonlyMap<StoragePath, TreeFile>;

/** The rules go with the history, also through a private one, whose directory never gets the file. */
export async function mergeRules(repository: Repository, sides: Three<Side>): Promise<MergedRules> {
  const [base, ours, theirs] = mapThree(sides, (tree) => ordinary(tree.get(rulesPath)));
  if (repository.kind === 'host' || ours?.id === theirs?.id) {
    return { change: undefined, isTheirs: true };
  }
  if (theirs?.id === base?.id) return { change: undefined, isTheirs: false };
  const files = [base, ours, theirs] as const;
  const blobs = await readBlobs(
    repository,
    files.flatMap((file) => file?.id ?? []),
  );
  const contents = mapThree(files, (file) => blobs.get(file?.id ?? '') ?? null);
  const to = ours?.id === base?.id ? contents[2] : union(contents);
  const change = { from: ours, to, mode: '100644' };
  return { change, isTheirs: sameBytes(to, contents[2]) };
}

function ordinary(file: TreeFile | undefined): TreeFile | undefined {
  return file?.mode.startsWith('100') ? file : undefined;
}

function union(contents: Three<Uint8Array | null>): Uint8Array {
  const texts = mapThree(contents, (bytes) => Buffer.from(bytes ?? []).toString('latin1'));
  return Buffer.from(unionLines(...texts), 'latin1');
}
