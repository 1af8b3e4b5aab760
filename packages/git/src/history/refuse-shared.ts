import { MemoryError, type StoragePath } from '@mem/core';
import { mergeFile } from '../merge/merge-file.js';
import { gitIn, type Repository, treePath } from '../repository.js';
import { sameBytes } from '../same-bytes.js';
import type { CommitRecord } from './commit-record.js';
import { readBlobs } from './read-blobs.js';
import type { FileRevision } from './write-change.js';

/**
 * What others brought stays, also where it is the same as what is taken back: two machines may have
 * saved one memory, and a merge of the two shows a single text.
 *
 * @throws MemoryError CONFLICT where taking the change back would take away theirs
 */
export async function refuseShared(
  repository: Repository,
  commit: CommitRecord,
  message: string,
  files: readonly FileRevision[],
): Promise<void> {
  const paths = files.map(({ path }) => path);
  if (!(await wereTouchedBeside(repository, commit.id, paths))) return;
  for (const { base, tip } of await mergedSides(repository, commit.id)) {
    const name = (id: string, path: StoragePath) => `${id}:${treePath(repository, path)}`;
    const names = paths.flatMap((path) => [...(base ? [name(base, path)] : []), name(tip, path)]);
    const blobs = await readBlobs(repository, names);
    for (const { path, now, before } of files) {
      const theirs = blobs.get(name(tip, path)) ?? null;
      const start = base === undefined ? null : (blobs.get(name(base, path)) ?? null);
      if (takesAway(path, { start, theirs, now, wanted: before })) throw alsoTheirs(message, path);
    }
  }
}

/** Did a commit that neither holds this one nor is held by it change one of the files? */
async function wereTouchedBeside(
  repository: Repository,
  commit: string,
  paths: readonly StoragePath[],
): Promise<boolean> {
  if (paths.length === 0) return false;
  const places = paths.map((path) => treePath(repository, path));
  const since = `${commit}..HEAD`;
  const touching = await revisions(repository, ['--full-history', since, '--', ...places]);
  if (touching.length === 0) return false;
  const later = new Set(await revisions(repository, ['--ancestry-path', since, '--']));
  return touching.some((id) => !later.has(id));
}

interface MergedSide {
  /** The last commit that both sides had; undefined where they began on their own. */
  readonly base: string | undefined;
  readonly tip: string;
}

/** Of the merges after the commit, the sides that do not hold it. */
async function mergedSides(repository: Repository, commit: string): Promise<MergedSide[]> {
  const range = ['--ancestry-path', `${commit}..HEAD`, '--'];
  const later = new Set([commit, ...(await revisions(repository, range))]);
  const merges = await revisions(repository, ['--merges', '--parents', ...range]);
  const sides: MergedSide[] = [];
  for (const line of merges) {
    const [, ...parents] = line.split(' ');
    const ours = parents.find((id) => later.has(id));
    for (const tip of parents.filter((id) => !later.has(id))) {
      if (ours !== undefined) sides.push({ tip, base: await mergeBase(repository, ours, tip) });
    }
  }
  return sides;
}

async function mergeBase(
  repository: Repository,
  one: string,
  other: string,
): Promise<string | undefined> {
  const { stdout } = await gitIn(repository, ['merge-base', one, other], { answers: [1] });
  return stdout.toString('latin1').trim() || undefined;
}

async function revisions(repository: Repository, args: readonly string[]): Promise<string[]> {
  const { stdout } = await gitIn(repository, ['rev-list', ...args], {
    maxOutput: 1024 * 1024 * 1024,
  });
  return stdout.toString('latin1').split('\n').filter(Boolean);
}

interface SharedFile {
  /** What both sides grew from. */
  readonly start: Uint8Array | null;
  readonly theirs: Uint8Array | null;
  readonly now: Uint8Array | null;
  readonly wanted: Uint8Array | null;
}

function takesAway(path: StoragePath, { start, theirs, now, wanted }: SharedFile): boolean {
  if (sameBytes(theirs, start)) return false;
  // Their text may stand there, or be the other one of an open conflict about this file.
  if (wanted === null) return theirs !== null;
  if (now === null) return theirs === null;
  if (theirs === null) return false;
  return holds(path, start, theirs, now) && !holds(path, start, theirs, wanted);
}

/** Is all that they changed in this text? */
function holds(
  path: StoragePath,
  start: Uint8Array | null,
  theirs: Uint8Array,
  text: Uint8Array,
): boolean {
  const { bytes, conflicts } = mergeFile(path, start, text, theirs);
  return conflicts.length === 0 && withoutTimes(bytes) === withoutTimes(text);
}

/** Of two times of change a merge takes the later one, which says nothing about the contents. */
function withoutTimes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  return text.replace(/^[ \t]*["']?modified["']?[ \t]*:.*$/gm, '');
}

function alsoTheirs(message: string, path: StoragePath): MemoryError {
  return new MemoryError(
    'CONFLICT',
    `“${message}” cannot be undone: another machine, or a branch that was merged, did the same to ${path} or builds on it, and that would go too. Nothing was written; delete or edit it where it shall change for all, or restore it from its log.`,
    { path },
  );
}
