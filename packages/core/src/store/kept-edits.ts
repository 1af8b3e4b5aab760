import type { Problem } from '../problem.js';
import type { Storage } from '../storage.js';
import { storagePath } from '../storage-path.js';

/**
 * Where a storage on a directory keeps what another program wrote into a file at the moment it was
 * replaced: for `note.md` as `.mem/conflicts/note.md/<name>`.
 */
const folder = storagePath('.mem/conflicts');

/** Texts that no memory shows any more, one problem each; they stay until a person removes them. */
export async function keptEditProblems(
  storage: Storage,
  isShown: (path: string) => boolean,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for await (const { path: kept } of storage.list(folder)) {
    const path = kept.slice(folder.length + 1, kept.lastIndexOf('/'));
    if (path.length > 0 && isShown(path)) problems.push(keptEdit(path, kept));
  }
  return problems;
}

function keptEdit(path: string, kept: string): Problem {
  return {
    kind: 'conflict-copy',
    path,
    message: `${path} was written by another program at the moment it was changed here; what that program wrote is kept in ${kept}.`,
    fix: `Compare the two, bring over what is missing, then remove ${kept}.`,
  };
}
