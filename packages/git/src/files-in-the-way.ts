import { type StoragePath, storagePath } from '@mem/core';
import type { DrainWorld } from './drain-world.js';
import { noteInterruption } from './interruption.js';
import { memoryPathspecs } from './memory-pathspec.js';
import { isUsersReason, notCommittedDuring, Obstacle } from './not-committed.js';
import { gitIn, hasIndex, type Repository } from './repository.js';
import { sameBytes } from './same-bytes.js';

/**
 * Notes what has come between, and returns the obstacle with the remedy for the memory files as they
 * are right now: those in conflict, which nothing may add before somebody has settled them, and
 * those that were saved meanwhile.
 */
export async function noteObstacle(
  world: DrainWorld,
  repository: Repository,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Obstacle) || !isUsersReason(error.answer.reason)) return error;
  const { reason } = error.answer;
  try {
    noteInterruption(world.folder, reason, world.waiting.all());
    if (!hasIndex(repository)) return error;
    const conflicted = await listed(repository, ['--unmerged']);
    const conflicts = memoryPathspecs(repository, [...new Set(conflicted)]);
    const aside = await asideCommand(world, repository, new Set(conflicted));
    return new Obstacle(notCommittedDuring(reason, { conflicts, aside }));
  } catch {
    return error;
  }
}

/**
 * What takes the saved files out of git's way and leaves what is staged. They are made again with
 * the next change; a file that somebody has edited since holds what nobody else knows, and is none
 * of these.
 */
async function asideCommand(
  world: DrainWorld,
  repository: Repository,
  conflicted: ReadonlySet<StoragePath>,
): Promise<string> {
  const left = new Map<StoragePath, { sequence: number; after: Uint8Array | null }>();
  for (const step of world.waiting.all().flatMap(({ steps }) => steps)) {
    if (step.sequence > (left.get(step.path)?.sequence ?? 0)) left.set(step.path, step);
  }
  const modified = await listed(repository, ['--modified', '--deduplicate']);
  const paths = modified.filter((path) => left.has(path) && !conflicted.has(path));
  const asLeft = await Promise.all(
    paths.map(async (path) => {
      const now = (await world.storage.read(path))?.bytes ?? null;
      return sameBytes(now, left.get(path)?.after ?? null) ? [path] : [];
    }),
  );
  const places = memoryPathspecs(repository, asLeft.flat());
  return places === '' ? '' : `git checkout -- ${places}`;
}

async function listed(repository: Repository, options: readonly string[]): Promise<StoragePath[]> {
  const { prefix } = repository;
  const args = ['ls-files', '-z', ...options, '--', prefix || '.'];
  const { stdout } = await gitIn(repository, args, { maxOutput: 1024 * 1024 * 1024 });
  const lines = stdout.toString('utf8').split('\0').filter(Boolean);
  return lines.flatMap((line) => {
    // With `--unmerged` mode, id and stage stand before the path.
    const place = line.slice(line.indexOf('\t') + 1);
    try {
      return place.startsWith(prefix) ? [storagePath(place.slice(prefix.length))] : [];
    } catch {
      return [];
    }
  });
}
