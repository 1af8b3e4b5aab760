import { decodeText } from '../entry-file/decode-text.js';
import type { ParsedEntryFile } from '../entry-file/parsed-entry-file.js';
import { AmbiguousError, ConflictError, isMemoryError, MemoryError } from '../errors.js';
import { findEntry } from '../find-entry.js';
import { refreshHook } from '../index-file/refresh-hook.js';
import { retargetIndexLine } from '../index-file/retarget-index-line.js';
import type { EntryFile, ReplaceOptions, SaveResult } from '../memory-store.js';
import type { MemoryType } from '../memory-type.js';
import { checkName } from '../name.js';
import type { Problem } from '../problem.js';
import type { StoragePath, StoredFile } from '../storage.js';
import { completeChange } from './complete-change.js';
import { definedOf } from './defined-of.js';
import { type DirectorySnapshot, type KnownEntry, typeLookup } from './directory-view.js';
import { guardChange, guardInputOf, withoutSecrets } from './guard-change.js';
import { editIndex, findIndex, type IndexEdit, problemsOfWarnings } from './index-text.js';
import { finishBegunChanges } from './journal.js';
import { readEntryFile } from './read-entry-file.js';
import { reasonOf } from './reason-of.js';
import { deadLinks } from './rename-entry.js';
import { quote, requireEntry } from './require-entry.js';
import type { StoreWorld } from './store-world.js';
import { validateFields } from './validate-fields.js';

/** The file of an entry as it is on the storage, header and body, for somebody to edit. */
export async function getFile(world: StoreWorld, target: string): Promise<EntryFile> {
  const { path, name } = requireEntry(target, await world.view.look());
  const file = await world.storage.read(path);
  if (!file) throw new ConflictError(path, null);
  return { path, name, version: file.version, bytes: file.bytes };
}

/** Puts an edited file in the place of the one that was handed out at that version. */
export async function replaceFile(
  world: StoreWorld,
  target: string,
  bytes: Uint8Array,
  options: ReplaceOptions,
): Promise<SaveResult> {
  const { text } = decodeText(bytes);
  return withoutSecrets([target, text, options.message], () =>
    replaceChecked(world, target, bytes, options),
  );
}

async function replaceChecked(
  world: StoreWorld,
  target: string,
  bytes: Uint8Array,
  options: ReplaceOptions,
): Promise<SaveResult> {
  const snapshot = await world.view.look();
  const entry = requireEntry(target, snapshot);
  const before = await readAtVersion(world, entry.path, options.ifVersion);
  const [old, edited] = await Promise.all([
    readEntryFile(entry.path, before.bytes),
    readEntryFile(entry.path, bytes),
  ]);
  requireSound(old, edited);
  if (edited.name !== old.name) requireFreeName(edited.name, entry, snapshot);
  const guarded = await guardReplacement(
    world,
    entry.path,
    [before.bytes, old],
    [bytes, edited],
    options,
  );
  await finishBegunChanges(world.storage, typeLookup(snapshot), world.now());
  const text = await stamped(world, entry.path, bytes, old, edited);
  const written = await world.storage.write(entry.path, text, { expect: options.ifVersion });
  const changed = written.outcome !== 'unchanged';
  const index = changed
    ? await followInIndex(world, entry.path, old, edited)
    : { changed: false, text: (await findIndex(world.storage)).text, warnings: [] };
  const dead = edited.name === old.name ? [] : await deadLinks(world, snapshot, entry.path);
  return completeChange(world, {
    others: snapshot,
    path: entry.path,
    file: { bytes: text, version: written.version },
    created: false,
    changed: changed ? [entry.path] : [],
    message: reasonOf(options) ?? `edit ${quote(edited.name)}`,
    index,
    warnings: [...problemsOfWarnings(written), ...guarded, ...dead],
  });
}

type ReadFile = readonly [bytes: Uint8Array, parsed: ParsedEntryFile];

/** Keys that we do not know may bring as much as the fields, and so may the comments between them. */
async function guardReplacement(
  world: StoreWorld,
  path: StoragePath,
  [oldBytes, old]: ReadFile,
  [newBytes, edited]: ReadFile,
  { message, override }: ReplaceOptions,
): Promise<Problem[]> {
  const before = { ...guardInputOf(old), header: headerOf(oldBytes, old) };
  const after = { ...guardInputOf(edited), header: headerOf(newBytes, edited), message };
  return guardChange(world, { path, before, after, override });
}

function headerOf(bytes: Uint8Array, { body }: ParsedEntryFile): string {
  const { text } = decodeText(bytes);
  return text.slice(0, text.length - body.length);
}

async function readAtVersion(
  world: StoreWorld,
  path: StoragePath,
  version: string,
): Promise<StoredFile> {
  const file = await world.storage.read(path);
  if (file?.version !== version) throw new ConflictError(path, file?.version ?? null);
  return file;
}

/** What was wrong before may stay; an edit must not add to it. */
function requireSound(old: ParsedEntryFile, edited: ParsedEntryFile): void {
  validateFields(
    definedOf({
      description: edited.description === old.description ? undefined : edited.description,
      type: edited.type === old.type ? undefined : (edited.type as MemoryType | undefined),
      body: edited.body === old.body ? undefined : edited.body,
    }),
  );
  const known = new Set(old.problems.map(kindOf));
  const added = edited.problems.find((problem) => !known.has(kindOf(problem)));
  if (added) throw unsound(added);
}

function kindOf({ kind, field }: Problem): string {
  return `${kind} ${field ?? ''}`;
}

function unsound({ path, line, message, fix }: Problem): MemoryError {
  const place = line === undefined ? '' : `Line ${line}: `;
  const remedy = fix === undefined ? '' : ` ${fix}`;
  return new MemoryError('INVALID_ENTRY', `${place}${message}${remedy} Nothing was written.`, {
    path: path as StoragePath,
  });
}

function requireFreeName(name: string, entry: KnownEntry, snapshot: DirectorySnapshot): void {
  checkName(name);
  const others = snapshot.entries.filter((other) => other.path !== entry.path);
  const found = findEntry(name, others);
  if (found.kind === 'none') return;
  const paths = found.kind === 'found' ? [found.path] : found.paths;
  throw new AmbiguousError(
    `${quote(name)} is, or is too much like, the name of ${paths.join(', ')}. Nothing was written; choose another name.`,
    paths,
  );
}

/** With the time of the change, where the header has one and its editor left it alone. */
async function stamped(
  world: StoreWorld,
  path: StoragePath,
  bytes: Uint8Array,
  old: ParsedEntryFile,
  edited: ParsedEntryFile,
): Promise<Uint8Array> {
  if (edited.modified === undefined || edited.modified !== old.modified) return bytes;
  try {
    const { editEntryFile } = await import('../entry-file/edit-entry-file.js');
    return editEntryFile(path, bytes, { modified: world.now().toISOString() });
  } catch (error) {
    // A header that only its editor understands is kept as it was written.
    if (!isMemoryError(error)) throw error;
    return bytes;
  }
}

/** Titles and hooks that were the name and the description follow them; others stay. */
function followInIndex(
  world: StoreWorld,
  path: StoragePath,
  old: ParsedEntryFile,
  edited: ParsedEntryFile,
): Promise<IndexEdit> {
  const names = { oldName: old.name, newName: edited.name };
  return editIndex(world.storage, (before) => {
    if (before === undefined) return before;
    const { text } = retargetIndexLine(before, path, path, names);
    if (!old.description || !edited.description) return text;
    return refreshHook(text, path, old.description, edited.description).text;
  });
}
