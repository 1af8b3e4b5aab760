import { AmbiguousError, isMemoryError, MemoryError, StorageError } from '../errors.js';
import { findEntry } from '../find-entry.js';
import { retargetIndexLine } from '../index-file/retarget-index-line.js';
import type { ChangeOptions, RenameResult } from '../memory-store.js';
import { checkName, fileNameFor } from '../name.js';
import type { Problem } from '../problem.js';
import type { RemoveResult, StoragePath, StoredFile, Version, WriteResult } from '../storage.js';
import { stemOf, storagePath } from '../storage-path.js';
import { afterCommit } from './after-commit.js';
import { completeChange } from './complete-change.js';
import {
  type DirectorySnapshot,
  fileNamesIn,
  type KnownEntry,
  typeLookup,
} from './directory-view.js';
import { guardChange, withoutSecrets } from './guard-change.js';
import { editIndex, type IndexEdit, problemsOfWarnings } from './index-text.js';
import { jitter } from './jitter.js';
import { beginChange, finishBegunChanges } from './journal.js';
import { linkedPath, linkTargetsOf } from './links.js';
import { readEntryFile } from './read-entry-file.js';
import { reasonOf } from './reason-of.js';
import { quote, requireEntry } from './require-entry.js';
import { settleIndex } from './settle-index.js';
import type { StoreWorld } from './store-world.js';

/** Changes the entry's name and its file; other bodies stay as they are. */
export async function renameEntry(
  world: StoreWorld,
  target: string,
  newName: string,
  options: ChangeOptions = {},
): Promise<RenameResult> {
  const given = [target, newName, options.message];
  return withoutSecrets(given, () => renameChecked(world, target, newName, options));
}

async function renameChecked(
  world: StoreWorld,
  target: string,
  newName: string,
  options: ChangeOptions,
): Promise<RenameResult> {
  checkName(newName);
  for (let attempt = 0; ; attempt++) {
    try {
      return await renameOnce(world, target, newName, options);
    } catch (error) {
      const conflict = isMemoryError(error) && error.code === 'CONFLICT';
      if (!conflict || options.ifVersion !== undefined) throw error;
      await jitter(attempt);
    }
  }
}

async function renameOnce(
  world: StoreWorld,
  target: string,
  newName: string,
  options: ChangeOptions,
): Promise<RenameResult> {
  const snapshot = await world.view.look();
  const entry = requireEntry(target, snapshot);
  requireFreeName(newName, entry, snapshot);
  const to = newPathOf(newName, entry, snapshot);
  const file = await readAt(world, entry.path, options.ifVersion);
  const bytes = await renamedBytes(world, entry.path, file, newName);
  const { message, override } = options;
  const after = { name: newName, type: entry.header.type, message };
  const before = { name: entry.name };
  const guarded = await guardChange(world, { path: to, before, after, override });
  await finishBegunChanges(world.storage, typeLookup(snapshot), world.now());
  const moved =
    to === entry.path
      ? await renameInPlace(world, entry, file, bytes, newName)
      : await renameAcross(world, snapshot, entry, to, file, bytes, newName);
  const dead = await deadLinks(world, snapshot, entry.path);
  const result = await completeChange(world, {
    path: to,
    file: moved.file,
    created: false,
    changed: moved.changed,
    message: reasonOf(options) ?? `rename ${quote(entry.name)} to ${quote(newName)}`,
    index: moved.index,
    warnings: [...moved.warnings, ...guarded, ...dead],
  });
  return { ...result, from: entry.path };
}

function requireFreeName(newName: string, entry: KnownEntry, snapshot: DirectorySnapshot): void {
  const found = findEntry(newName, snapshot.entries);
  if (found.kind === 'none') return;
  const others = (found.kind === 'found' ? [found.path] : found.paths).filter(
    (path) => path !== entry.path,
  );
  if (others.length === 0) return;
  throw new AmbiguousError(
    `${quote(newName)} is, or is too much like, the name of ${others.join(', ')}. Nothing was renamed; choose another name.`,
    others as StoragePath[],
  );
}

function newPathOf(newName: string, entry: KnownEntry, snapshot: DirectorySnapshot): StoragePath {
  const slash = entry.path.lastIndexOf('/');
  const folder = slash < 0 ? '' : entry.path.slice(0, slash);
  const own = entry.path.slice(slash + 1);
  const taken = fileNamesIn(snapshot, folder).filter((name) => name !== own);
  const fileName = fileNameFor(newName, taken);
  // On file systems that fold case, the two are one file: only the header changes then.
  if (fileName.toLowerCase() === own.toLowerCase()) return entry.path;
  return storagePath(folder === '' ? fileName : `${folder}/${fileName}`);
}

async function readAt(
  world: StoreWorld,
  path: StoragePath,
  ifVersion: string | undefined,
): Promise<StoredFile> {
  const file = await world.storage.read(path);
  if (file) return ifVersion === undefined ? file : { ...file, version: ifVersion };
  throw new MemoryError('CONFLICT', `${path} was deleted by someone else in the meantime.`, {
    path,
  });
}

async function renamedBytes(
  world: StoreWorld,
  path: StoragePath,
  file: StoredFile,
  name: string,
): Promise<Uint8Array> {
  const { editEntryFile } = await import('../entry-file/edit-entry-file.js');
  const renamed = editEntryFile(path, file.bytes, { name });
  if (renamed === file.bytes) return renamed;
  return editEntryFile(path, file.bytes, { name, modified: world.now().toISOString() });
}

interface Moved {
  readonly file: StoredFile;
  readonly changed: readonly StoragePath[];
  readonly index: IndexEdit;
  readonly warnings: readonly Problem[];
}

async function renameInPlace(
  world: StoreWorld,
  entry: KnownEntry,
  file: StoredFile,
  bytes: Uint8Array,
  newName: string,
): Promise<Moved> {
  const written = await world.storage.write(entry.path, bytes, { expect: file.version });
  const index = await retarget(world, entry, entry.path, newName);
  const changed = written.outcome === 'unchanged' ? [] : [entry.path];
  return {
    file: { bytes, version: written.version },
    changed,
    index,
    warnings: problemsOfWarnings(written),
  };
}

/** Writes the new file, then removes the old: a crash in between leaves a copy, never a loss. */
async function renameAcross(
  world: StoreWorld,
  snapshot: DirectorySnapshot,
  entry: KnownEntry,
  to: StoragePath,
  file: StoredFile,
  bytes: Uint8Array,
  newName: string,
): Promise<Moved> {
  const intent = new Map([
    [to, 'present'],
    [entry.path, 'absent'],
  ] as const);
  const endChange = await beginChange(world.storage, intent, world.now());
  let moved: readonly [WriteResult, RemoveResult];
  try {
    moved = await moveFile(world, entry.path, to, file, bytes);
  } catch (error) {
    // With the note, a later write gives the copy that was left its line.
    if (!(error instanceof CopyLeftError)) await endChange();
    throw error;
  }
  const retargeted = await retarget(world, entry, to, newName);
  const settled = await settleIndex(world.storage, [to, entry.path], typeLookup(snapshot));
  if (!settled.unfinished) await endChange();
  const edited = settled.changed ? settled : retargeted;
  const told = distinct([...retargeted.warnings, ...settled.warnings]);
  const index = { ...edited, text: settled.text, warnings: told };
  const warnings = [...problemsOfWarnings(...moved), ...settled.kept];
  const written = { bytes, version: moved[0].version };
  return { file: written, changed: [to, entry.path], index, warnings };
}

/** Both edits of the index may have failed for one reason. */
function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}

async function moveFile(
  world: StoreWorld,
  from: StoragePath,
  to: StoragePath,
  file: StoredFile,
  bytes: Uint8Array,
): Promise<readonly [WriteResult, RemoveResult]> {
  const written = await world.storage.write(to, bytes, { expect: null });
  try {
    return [written, await world.storage.remove(from, { expect: file.version })];
  } catch (error) {
    // The old file is still there, or is not ours to remove any more: the copy goes again.
    if (written.outcome === 'created') await takeCopyAway(world, from, to, written.version, error);
    throw error;
  }
}

/** Neither file could be removed (a disk that filled up, say), so both are there. */
class CopyLeftError extends StorageError {}

async function takeCopyAway(
  world: StoreWorld,
  from: StoragePath,
  to: StoragePath,
  expect: Version,
  reason: unknown,
): Promise<void> {
  try {
    await world.storage.remove(to, { expect });
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    // Somebody else has taken the copy up already.
    if (error.code === 'CONFLICT') return;
    throw new CopyLeftError(
      `The memory is there twice now, as ${from} and ${to}, since neither could be removed: ${error.message} Then delete one of the two.`,
      { operation: 'rename', path: from, cause: reason },
    );
  }
}

function retarget(
  world: StoreWorld,
  entry: KnownEntry,
  to: StoragePath,
  newName: string,
): Promise<IndexEdit> {
  const names = { oldName: entry.name, newName };
  return editIndex(world.storage, (text) => {
    if (text === undefined) return text;
    // Applied until it rests: a second pass finds the new path and the new name already there.
    return retargetIndexLine(text, entry.path, to, names).text;
  });
}

/** Links in other bodies that led to the old name or file and now lead nowhere. */
export async function deadLinks(
  world: StoreWorld,
  before: DirectorySnapshot,
  from: StoragePath,
): Promise<Problem[]> {
  const warnings: Problem[] = [];
  const steps = { run: () => findDeadLinks(world, before, from), fallback: () => [] };
  const what = 'links that now lead nowhere could not be looked for';
  return [...(await afterCommit(from, what, steps, warnings)), ...warnings];
}

async function findDeadLinks(
  world: StoreWorld,
  before: DirectorySnapshot,
  from: StoragePath,
): Promise<Problem[]> {
  const after = await world.view.look();
  const problems: Problem[] = [];
  for (const entry of after.entries) {
    if (!entry.readable) continue;
    const file = await world.storage.read(entry.path);
    if (!file) continue;
    const { body } = await readEntryFile(entry.path, file.bytes);
    for (const target of linkTargetsOf(body)) {
      if (linkedPath(target, before) === from && linkedPath(target, after) === null) {
        problems.push(deadLink(entry.path, target));
      }
    }
  }
  return problems;
}

function deadLink(path: StoragePath, target: string): Problem {
  return {
    kind: 'link-dead',
    path,
    message: `${path} links to [[${target}]], which led to the renamed memory and now leads nowhere.`,
    fix: `Change the link in ${stemOf(path)} to the new name.`,
  };
}
