import { indexPath, type StoragePath } from '@mem/core';
import { readHead, readTree } from '../head.js';
import { makerOf } from '../maker-of.js';
import { landCommit, untilNotOvertaken } from '../sync/land-commit.js';
import { withNewCommit } from '../sync/make-commit.js';
import type { ChangedFile } from '../sync/merge-commits.js';
import { openSyncWorld, withoutObstacle } from '../sync/sync-world.js';
import { warningsOf } from '../sync/warnings-of.js';
import type { GitOptions } from '../with-git.js';
import type { ChangeToUndo } from './change-to-undo.js';
import { type CommitRecord, trailerOf } from './commit-record.js';
import { type ReversedChange, reversedChange } from './reversed-change.js';
import type { WrittenChange } from './write-change.js';

/** Did this commit settle a conflict? */
export function isResolve(commit: CommitRecord): boolean {
  return trailerOf(commit, 'Memory-Resolves') !== undefined;
}

/**
 * Gives the files what they held before the conflict was settled, and opens it again for every
 * clone: a commit that says so is made even where no file has changed.
 */
export async function undoResolve(
  options: GitOptions,
  commit: CommitRecord,
  change: ChangeToUndo,
): Promise<WrittenChange> {
  const { message: settled, change: kept } = change.made;
  const message = `undo: ${settled}`;
  return await withoutObstacle(() =>
    untilNotOvertaken(async () => {
      const world = await openSyncWorld(options);
      const { repository, storage } = world;
      const { commit: from } = await readHead(repository);
      const tree = await readTree(repository, from);
      const reversed = await reversedChange(repository, storage, change);
      const files = new Map(
        [...wantedFiles(reversed)].map(([path, to]): [StoragePath, ChangedFile] => {
          const file = tree.get(path);
          return [path, { from: file, to, mode: file?.mode ?? '100644' }];
        }),
      );
      const planned = {
        parent: from,
        subject: message,
        trailers: [`Memory-Undoes: ${commit.id}`],
        maker: makerOf(options),
        files,
      };
      return await withNewCommit(repository, planned, async (id, mark) => {
        const made = { mark, message, undoes: kept ?? commit.id };
        const isFresh = await landCommit(world, { commit: id, from, files, made });
        return { commit: id, changed: [...files.keys()].sort(), warnings: warningsOf(isFresh) };
      });
    }),
  );
}

function* wantedFiles({
  files,
  index,
}: ReversedChange): Iterable<[StoragePath, Uint8Array | null]> {
  for (const { path, before } of files) yield [path, before];
  if (index) yield [indexPath, index.to];
}
