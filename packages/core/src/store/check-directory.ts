import { checkIndex } from '../index-file/check-index.js';
import { parseIndex } from '../index-file/parse-index.js';
import type { CheckResult, IndexLinkInfo } from '../memory-store.js';
import type { Problem } from '../problem.js';
import { reportsSkipped, type SkippedFile, type StoragePath } from '../storage.js';
import { indexPath } from '../storage-path.js';
import { secretProblems } from './check-secrets.js';
import { indexSizeOf } from './complete-change.js';
import { conflictCopyProblems, type NamedFile } from './conflict-copies.js';
import { definedOf } from './defined-of.js';
import type { DirectorySnapshot, KnownEntry } from './directory-view.js';
import { findIndex } from './index-text.js';
import { keptEditProblems } from './kept-edits.js';
import { quote } from './require-entry.js';
import type { ShownWorld } from './shown-world.js';
import { itemAt } from './sorted-by-path.js';

/** Everything that is wrong with the directory, each fault once. Writes nothing. */
export async function checkDirectory(world: ShownWorld): Promise<CheckResult> {
  const snapshot = await world.view.look();
  const skipped = reportsSkipped(world.storage) ? await world.storage.skipped() : [];
  const index = await findIndex(world.storage);
  const files = snapshot.entries.map((entry) => ({
    path: entry.path,
    name: entry.name,
    ...definedOf({ description: entry.header.description, type: entry.header.type }),
  }));
  const indexIsSkipped = skipped.some((file) => file.path === indexPath);
  const problems = [
    ...snapshot.entries.flatMap((entry) => entry.header.problems),
    ...duplicateNames(snapshot.entries),
    ...conflictCopyProblems(namedFiles(snapshot)),
    ...(await keptEditProblems(world.storage, (path) => !world.ignored.has(path))),
    ...(await secretProblems(world, snapshot.entries)),
    ...skipped.flatMap(skippedProblem),
    ...(indexIsSkipped ? [] : [...index.problems, ...checkIndex(index.text, files)]),
  ];
  return { problems, index: indexFacts(index.text, snapshot) };
}

function namedFiles({ files, entries }: DirectorySnapshot): NamedFile[] {
  return files.map(({ path }) => {
    const entry = itemAt(entries, path);
    return { path, name: entry?.name, nameInHeader: entry?.header.nameInHeader };
  });
}

function indexFacts(text: string | undefined, snapshot: DirectorySnapshot): CheckResult['index'] {
  const { links } = parseIndex(text ?? '');
  const files = new Set<string>(snapshot.files.map((file) => file.path));
  const linked = new Map<string, IndexLinkInfo>();
  const dangling = new Set<string>();
  for (const { path, title, hook } of links) {
    if (!files.has(path)) dangling.add(path);
    else if (!linked.has(path)) linked.set(path, { path: path as StoragePath, title, hook });
  }
  const unindexed = snapshot.entries.map((entry) => entry.path).filter((path) => !linked.has(path));
  return { ...indexSizeOf(text), linked: [...linked.values()], dangling: [...dangling], unindexed };
}

/** A top-level entry beats deeper ones of its name, so only those on one level are in doubt. */
function duplicateNames(entries: readonly KnownEntry[]): Problem[] {
  const groups = new Map<string, KnownEntry[]>();
  for (const entry of entries) {
    const name = entry.header.nameInHeader?.normalize('NFC');
    if (!name) continue;
    const key = `${entry.path.includes('/') ? 'deeper' : 'top'} ${name}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].filter((group) => group.length > 1).flatMap(duplicateProblems);
}

function duplicateProblems(group: readonly KnownEntry[]): Problem[] {
  return group.map((entry) => ({
    kind: 'name-duplicate',
    path: entry.path,
    field: 'name',
    message: `${quote(entry.name)} is also the name of ${group
      .filter((other) => other !== entry)
      .map((other) => other.path)
      .join(', ')}, so the name alone says neither.`,
    fix: `Rename one of them: \`mem rename ${entry.path} NEW-NAME\`.`,
  }));
}

const skippedReasons: Record<SkippedFile['reason'], string> = {
  symlink: 'is a link; links are not followed, so nothing behind it is read or written',
  'not-a-file': 'is not a regular file and is left alone',
  unreadable: 'cannot be opened with the rights of this process',
  'undecodable-name': 'has a name that is not UTF-8, so it cannot be addressed',
  'unsafe-name': 'has a name that no memory path can have',
};

function skippedProblem({ path, reason }: SkippedFile): Problem[] {
  const kind = reason === 'symlink' ? 'symlink' : 'file-unreadable';
  return [{ kind, path, message: `${path} ${skippedReasons[reason]}.` }];
}
