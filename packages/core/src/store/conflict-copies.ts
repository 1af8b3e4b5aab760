import type { Problem } from '../problem.js';
import type { StoragePath } from '../storage.js';

/** How synchronising programs name the copy of a file that two machines changed. */
const markers = [
  /\.sync-conflict-\d{8}-\d{6}/u, // Syncthing
  /\([^()]{0,80}conflict(?:ed copy)?[^()]{0,80}\)/iu, // Dropbox, Nextcloud
  /\((?:case conflict|konfliktkopie|in konflikt stehende kopie)[^()]{0,80}\)/iu,
  /[-_ ]conflict(?:ed)?[-_ ]copy/iu,
  /冲突副本|衝突複本|競合コピー/u,
];

/** A number that a file manager or iCloud appends: `name 2.md`, `name (1).md`. */
const numbered = /^(?<stem>.+?)(?: [2-9]| \([1-9]\d?\))\.md$/u;

/** Files that look like the second copy of a memory after a failed synchronisation. */
export function conflictCopyProblems(paths: readonly StoragePath[]): Problem[] {
  const all = new Set<string>(paths);
  return paths
    .filter((path) => path.endsWith('.md') && isConflictCopy(path, all))
    .map((path) => ({
      kind: 'conflict-copy',
      path,
      message: `${path} looks like a copy that a synchronising program made when two machines changed one memory.`,
      fix: 'Compare it with the original, keep what is right, and delete the copy.',
    }));
}

function isConflictCopy(path: StoragePath, all: ReadonlySet<string>): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (markers.some((marker) => marker.test(name))) return true;
  const stem = numbered.exec(path)?.groups?.stem;
  return stem !== undefined && all.has(`${stem}.md`);
}
