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

/** A file of the directory, and what the header of the entry in it says. */
export interface NamedFile {
  readonly path: StoragePath;
  readonly name?: string | undefined;
  /** Absent where the header has none. */
  readonly nameInHeader?: string | undefined;
}

/** Files that look like the second copy of a memory after a failed synchronisation. */
export function conflictCopyProblems(files: readonly NamedFile[]): Problem[] {
  const byPath = new Map<string, NamedFile>(files.map((file) => [file.path, file]));
  return files
    .filter((file) => file.path.endsWith('.md') && isConflictCopy(file, byPath))
    .map(({ path }) => ({
      kind: 'conflict-copy',
      path,
      message: `${path} looks like a copy that a synchronising program made when two machines changed one memory.`,
      fix: 'Compare it with the original, keep what is right, and delete the copy.',
    }));
}

function isConflictCopy(file: NamedFile, byPath: ReadonlyMap<string, NamedFile>): boolean {
  const fileName = file.path.slice(file.path.lastIndexOf('/') + 1);
  if (markers.some((marker) => marker.test(fileName))) return true;
  const stem = numbered.exec(file.path)?.groups?.stem;
  const original = stem === undefined ? undefined : byPath.get(`${stem}.md`);
  if (original === undefined) return false;
  // People number their notes too: what has a name of its own is no copy.
  return file.nameInHeader === undefined || file.nameInHeader === original.name;
}
