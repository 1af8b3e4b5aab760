import type { StoragePath } from '@mem/core';
import type { CommittedTree } from './committed-tree.js';
import { ignoredPaths, type NestedRepositories } from './ignored-paths.js';
import { type NotCommitted, notCommittedBecause } from './not-committed.js';
import type { OutsideChange } from './plan-commits.js';
import type { WaitingChange } from './waiting-change.js';

/** Files that this repository cannot hold, each with the folder of the one that may have it. */
export type BlockedPaths = ReadonlyMap<StoragePath, { readonly nestedIn: string | undefined }>;

/** New files that the repository ignores, and files of repositories inside the directory. */
export async function blockedPaths(
  tree: CommittedTree,
  nested: NestedRepositories,
  waiting: readonly WaitingChange[],
  outside: readonly OutsideChange[],
): Promise<BlockedPaths> {
  const paths = new Set([
    ...waiting.flatMap(({ steps }) => steps.map(({ path }) => path)),
    ...outside.map(({ path }) => path),
  ]);
  const blocked = new Map<StoragePath, { nestedIn: string | undefined }>();
  for (const path of paths) {
    const folder = nested.folderOf(path);
    if (folder !== undefined) blocked.set(path, { nestedIn: folder });
  }
  const fresh = [...paths].filter((path) => !tree.files.has(path) && !blocked.has(path));
  const ignored = await ignoredPaths(tree.repository, fresh);
  for (const path of ignored) blocked.set(path, { nestedIn: undefined });
  return blocked;
}

/** What to tell of these files; undefined when none of them is blocked. */
export function blockedAnswer(
  paths: readonly StoragePath[],
  blocked: BlockedPaths,
): NotCommitted | undefined {
  const ignored = paths.filter((path) => blocked.get(path)?.nestedIn === undefined);
  const left = ignored.filter((path) => blocked.has(path));
  if (left.length > 0) return isIgnored(left);
  const [first] = paths.filter((path) => blocked.has(path));
  return first && inNested(first, blocked.get(first)?.nestedIn ?? '');
}

function inNested(path: StoragePath, folder: string): NotCommitted {
  return notCommittedBecause(
    'nested',
    `${path} lies in a repository of its own (${folder}). Commit it there, or move the file out.`,
  );
}

const shown = 5;

function isIgnored(paths: readonly StoragePath[]): NotCommitted {
  const names = paths.slice(0, shown).join(', ');
  const more = paths.length > shown ? ` and ${paths.length - shown} more` : '';
  const are = paths.length === 1 ? 'is' : 'are';
  return notCommittedBecause(
    'ignored',
    `${names}${more} ${are} ignored by the repository. Take the pattern out of .gitignore, or use a private history (\`mem init --git --private\`).`,
  );
}
