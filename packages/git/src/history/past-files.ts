import { gitIn, type Repository } from '../repository.js';
import type { GitOptions } from '../with-git.js';
import { readBlobs } from './read-blobs.js';
import { requireRepository } from './require-repository.js';
import { damagedHistory } from './revision.js';

/** Contents that some commit brought: of a file, or the commit's own message. */
export interface PastFile {
  /** The commit that brought these bytes first, of all branches. */
  readonly commit: string;
  /** Inside the memory directory; undefined for the message of the commit. */
  readonly path: string | undefined;
  readonly bytes: Uint8Array;
}

export interface PastFilesResult {
  readonly commits: number;
  readonly files: number;
  /** Paths of contents over 16 MB, which were not looked at. */
  readonly skipped: readonly string[];
}

const largestFile = 16 * 1024 * 1024;
const partBytes = 64 * 1024 * 1024;
const maxOutput = 1024 * 1024 * 1024;
const timeout = 10 * 60 * 1000;

/**
 * Shows all that the history of a memory directory ever held, on every branch and tag, each contents
 * of a path once, oldest first. Reads with a few calls of git, whatever the length of the history,
 * and holds 64 MB at a time.
 *
 * @throws MemoryError NOT_FOUND when there is no history, STORAGE when git has lost some of it
 */
export async function eachPastFile(
  directory: string,
  options: Pick<GitOptions, 'git' | 'mode'>,
  visit: (file: PastFile) => void,
): Promise<PastFilesResult> {
  const repository = await requireRepository(directory, options);
  const messages = await readMessages(repository);
  for (const message of messages) visit(message);
  const versions = await readVersions(repository);
  const sizes = await readSizes(repository, [...new Set(versions.map(({ id }) => id))]);
  const lost = versions.find(({ id }) => !sizes.has(id));
  // What was not read must not pass for looked at.
  if (lost) throw damagedHistory(`contents of ${lost.path}`);
  const skipped = versions.filter(({ id }) => (sizes.get(id) ?? 0) > largestFile);
  for (const part of partsOf(versions, sizes)) {
    const blobs = await readBlobs(
      repository,
      part.map(({ id }) => id),
    );
    for (const { id, commit, path } of part) {
      const bytes = blobs.get(id);
      if (bytes) visit({ commit, path, bytes });
    }
  }
  return {
    commits: messages.length,
    files: versions.length,
    skipped: skipped.map(({ path }) => path),
  };
}

async function readMessages(repository: Repository): Promise<PastFile[]> {
  const { stdout } = await logOf(repository, ['-z', '--format=%H%n%B']);
  return texts(stdout).flatMap((text) => {
    const [, commit, message] = /^([0-9a-f]{40,64})\n([\s\S]*)$/.exec(text) ?? [];
    if (commit === undefined || message === undefined) return [];
    return [{ commit, path: undefined, bytes: Buffer.from(message) }];
  });
}

/** The mode of what git keeps elsewhere. */
const submodule = '160000';

interface Version {
  readonly id: string;
  readonly commit: string;
  readonly path: string;
}

/** Every contents that a path had; merges too, against each of their parents. */
async function readVersions(repository: Repository): Promise<Version[]> {
  const { prefix } = repository;
  const { stdout } = await logOf(repository, [
    '-z',
    '--raw',
    '--root',
    '-m',
    '--no-abbrev',
    '--no-renames',
    '--full-history',
    '--format=commit %H',
    ...(prefix === '' ? [] : ['--', prefix]),
  ]);
  const versions = new Map<string, Version>();
  const parts = texts(stdout);
  let commit = '';
  for (let at = 0; at < parts.length; at++) {
    const part = (parts[at] ?? '').trimStart();
    commit = /^commit ([0-9a-f]{40,64})/.exec(part)?.[1] ?? commit;
    const [, mode, id] = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) /.exec(part) ?? [];
    if (id === undefined) continue;
    const path = (parts[++at] ?? '').slice(prefix.length);
    if (mode === submodule) continue;
    const key = `${id} ${path}`;
    if (!/^0+$/.test(id) && !versions.has(key)) versions.set(key, { id, commit, path });
  }
  return [...versions.values()];
}

function logOf(repository: Repository, args: readonly string[]) {
  return gitIn(repository, ['log', '--all', '--reverse', ...args], { maxOutput, timeout });
}

/** Between NULs. */
function texts(output: Buffer): string[] {
  return output.toString('utf8').split('\0');
}

async function readSizes(
  repository: Repository,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const input = ids.map((id) => `${id}\n`).join('');
  const { stdout } = await gitIn(repository, ['cat-file', '--batch-check'], {
    input,
    maxOutput,
    timeout,
  });
  const lines = stdout.toString('utf8').matchAll(/^([0-9a-f]+) blob (\d+)$/gm);
  return new Map(Array.from(lines, ([, id = '', size]) => [id, Number(size)]));
}

/** Rows of versions that fit into memory together; what is too large is left out. */
function* partsOf(
  versions: readonly Version[],
  sizes: ReadonlyMap<string, number>,
): Iterable<Version[]> {
  let part: Version[] = [];
  let bytes = 0;
  for (const version of versions) {
    const size = sizes.get(version.id) ?? 0;
    if (size > largestFile) continue;
    if (bytes + size > partBytes && part.length > 0) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(version);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
