import { ConflictError, isMemoryError, NotFoundError } from '../errors.js';
import { findEntry } from '../find-entry.js';
import type {
  ChangeOptions,
  EntryFields,
  SaveInput,
  SaveOptions,
  SaveResult,
} from '../memory-store.js';
import { checkName } from '../name.js';
import type { WriteResult } from '../storage.js';
import { completeChange } from './complete-change.js';
import { definedOf } from './defined-of.js';
import { type DirectorySnapshot, type KnownEntry, typeLookup } from './directory-view.js';
import { guardChange, withoutSecrets } from './guard-change.js';
import { problemsOfWarnings } from './index-text.js';
import { jitter } from './jitter.js';
import { beginChange, finishBegunChanges } from './journal.js';
import { newEntryFile } from './new-entry-file.js';
import { reasonOf } from './reason-of.js';
import { ambiguous, quote, requireEntry } from './require-entry.js';
import { settleIndex } from './settle-index.js';
import { itemAt } from './sorted-by-path.js';
import type { StoreWorld } from './store-world.js';
import { updateFile } from './update-file.js';

/**
 * Makes an entry, or changes the given fields of the one that answers to the name. Meets others
 * who do the same: whoever comes second finds the first one's entry and changes it.
 */
export async function saveEntry(
  world: StoreWorld,
  input: SaveInput,
  options: SaveOptions = {},
): Promise<SaveResult> {
  return withoutSecrets(textsOf(input, options), () => saveChecked(world, input, options));
}

/** What an error may quote. */
function textsOf(fields: Partial<SaveInput>, { message }: ChangeOptions | SaveOptions) {
  return [fields.name, fields.description, fields.type, fields.body, message];
}

async function saveChecked(
  world: StoreWorld,
  { name, ...fields }: SaveInput,
  options: SaveOptions,
): Promise<SaveResult> {
  checkName(name);
  const { validateFields } = await import('./validate-fields.js');
  validateFields(fields);
  for (let attempt = 0; ; attempt++) {
    const snapshot = await world.view.look();
    const entry = entryToChange(name, snapshot, options);
    try {
      return entry
        ? await updateEntry(world, snapshot, entry, fields, changeOptionsOf(options))
        : await createEntry(world, snapshot, { name, ...fields }, options);
    } catch (error) {
      if (!mayTryAgain(error, options)) throw error;
      await jitter(attempt);
    }
  }
}

/** Changes the given fields of an existing entry. */
export async function updateExisting(
  world: StoreWorld,
  target: string,
  fields: EntryFields,
  options: ChangeOptions = {},
): Promise<SaveResult> {
  const given = [target, ...textsOf(fields, options)];
  return withoutSecrets(given, () => updateChecked(world, target, fields, options));
}

async function updateChecked(
  world: StoreWorld,
  target: string,
  fields: EntryFields,
  options: ChangeOptions,
): Promise<SaveResult> {
  const { validateFields } = await import('./validate-fields.js');
  validateFields(fields);
  const snapshot = await world.view.look();
  return updateEntry(world, snapshot, requireEntry(target, snapshot), fields, options);
}

/** For an entry that is there; `ifVersion: null` was judged when it was looked up. */
function changeOptionsOf(options: SaveOptions): ChangeOptions {
  const { message, ifVersion, provenance, override } = options;
  return definedOf({ message, ifVersion: ifVersion ?? undefined, provenance, override });
}

/** The entry that a save means; undefined when it means a new one. */
function entryToChange(
  name: string,
  snapshot: DirectorySnapshot,
  options: SaveOptions,
): KnownEntry | undefined {
  const found = findEntry(name, snapshot.entries);
  if (found.kind === 'ambiguous') throw ambiguous(name, found.paths);
  if (found.kind === 'found') {
    const entry = itemAt(snapshot.entries, found.path) as KnownEntry;
    if (options.ifVersion === null) throw alreadyThere(name, entry);
    return entry;
  }
  if (found.kind === 'near' && !options.create) throw nearlyThere(name, found.names, found.paths);
  if (typeof options.ifVersion === 'string') {
    throw new NotFoundError(
      `There is no memory named ${quote(name)}, though a version of it was expected. Nothing was written.`,
    );
  }
  return undefined;
}

function alreadyThere(name: string, entry: KnownEntry): ConflictError {
  return new ConflictError(
    entry.path,
    entry.version,
    `A memory named ${quote(name)} is already there (${entry.path}). Nothing was written; update it instead.`,
  );
}

export function nearlyThere(name: string, names: readonly string[], paths: readonly string[]) {
  const near = names.map(quote).join(' and ');
  const error = ambiguous(name, paths);
  error.message = `${quote(name)} differs only in case, "-", "_" or blanks from ${near} (${paths.join(', ')}). Nothing was written: use that name to change it, or ask to create a second memory.`;
  return error;
}

/** Somebody else was faster and the caller set no condition: look again and apply to what is there. */
function mayTryAgain(error: unknown, options: SaveOptions): boolean {
  if (!isMemoryError(error) || options.ifVersion !== undefined) return false;
  return error.code === 'CONFLICT' || (error.code === 'NOT_FOUND' && error.path !== undefined);
}

async function createEntry(
  world: StoreWorld,
  snapshot: DirectorySnapshot,
  input: SaveInput,
  options: SaveOptions,
): Promise<SaveResult> {
  const { requireNewEntryFields } = await import('./validate-fields.js');
  const { name } = input;
  const fields = requireNewEntryFields(name, input);
  const typeOf = typeLookup(snapshot);
  const provenance = options.provenance ?? world.provenance;
  const { path, bytes } = newEntryFile(world, snapshot, { ...fields, name }, provenance);
  const { message: reason, override } = options;
  const after = { ...fields, name, message: reason, metadata: { ...provenance } };
  const guarded = await guardChange(world, { path, after, override });
  await finishBegunChanges(world.storage, typeOf, world.now());
  const endChange = await beginChange(world.storage, new Map([[path, 'present']]), world.now());
  let written: WriteResult;
  try {
    written = await world.storage.write(path, bytes, { expect: null });
    if (written.outcome === 'unchanged' && options.ifVersion === null) {
      throw new ConflictError(path, written.version);
    }
  } catch (error) {
    await endChange();
    throw error;
  }
  // Identical bytes of another writer who was faster: a success, but not our creation.
  const created = written.outcome === 'created';
  const index = await settleIndex(world.storage, [path], typeOf);
  if (!index.unfinished) await endChange();
  const message = reasonOf(options) ?? `save ${quote(name)}`;
  return completeChange(world, {
    others: snapshot,
    path,
    file: { bytes, version: written.version },
    created,
    changed: created ? [path] : [],
    message,
    index,
    warnings: [...problemsOfWarnings(written), ...guarded, ...index.kept],
  });
}

async function updateEntry(
  world: StoreWorld,
  snapshot: DirectorySnapshot,
  entry: KnownEntry,
  fields: EntryFields,
  options: ChangeOptions,
): Promise<SaveResult> {
  await finishBegunChanges(world.storage, typeLookup(snapshot), world.now());
  const update = await updateFile(world, entry.path, definedOf(fields), options);
  const message = reasonOf(options) ?? `update ${quote(entry.name)}`;
  return completeChange(world, {
    others: snapshot,
    path: entry.path,
    file: update.file,
    created: false,
    changed: update.changed ? [entry.path] : [],
    message,
    index: update.index,
    warnings: update.warnings,
  });
}
