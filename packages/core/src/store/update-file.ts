import { ConflictError, isMemoryError, NotFoundError } from '../errors.js';
import { refreshHook } from '../index-file/refresh-hook.js';
import type { ChangeOptions, EntryFields } from '../memory-store.js';
import type { Problem } from '../problem.js';
import { cleanProvenance, type Provenance } from '../provenance.js';
import type { StoragePath, StoredFile, WriteResult } from '../storage.js';
import { definedOf } from './defined-of.js';
import { guardChange, guardInputOf } from './guard-change.js';
import { editIndex, findIndex, type IndexEdit, problemsOfWarnings } from './index-text.js';
import { jitter } from './jitter.js';
import { readEntryFile } from './read-entry-file.js';
import type { StoreWorld } from './store-world.js';

export interface UpdatedFile {
  readonly changed: boolean;
  /** What it now holds. */
  readonly file: StoredFile;
  readonly index: IndexEdit;
  readonly warnings: readonly Problem[];
}

/**
 * Changes fields in a file and nothing else of it. When somebody changes the file in between, it is
 * read again and the fields are applied to what they wrote, unless the caller named a version.
 */
export async function updateFile(
  world: StoreWorld,
  path: StoragePath,
  fields: EntryFields,
  options: ChangeOptions,
): Promise<UpdatedFile> {
  for (let attempt = 0; ; attempt++) {
    const before = await readExisting(world, path);
    const stamps = { now: world.now(), provenance: options.provenance ?? world.provenance };
    const edited = await editFields(path, before.bytes, fields, stamps);
    if (edited === before.bytes) {
      if (options.ifVersion !== undefined && options.ifVersion !== before.version) {
        throw new ConflictError(path, before.version);
      }
      return untouched(world, before);
    }
    const guarded = await guardEdit(world, path, before.bytes, fields, options);
    try {
      const expect = options.ifVersion ?? before.version;
      const written = await world.storage.write(path, edited, { expect });
      // A storage takes bytes that are there already for a success. To a caller with a condition
      // it is none: somebody else made that very change, from the version that both had read.
      if (written.outcome === 'unchanged' && options.ifVersion !== undefined) {
        throw new ConflictError(path, written.version);
      }
      const done = await followInIndex(world, path, before, edited, written);
      return { ...done, warnings: [...done.warnings, ...guarded] };
    } catch (error) {
      const conflict = isMemoryError(error) && error.code === 'CONFLICT';
      if (!conflict || options.ifVersion !== undefined) throw error;
      await jitter(attempt);
    }
  }
}

/** Of a change of fields, only these are new. */
async function guardEdit(
  world: StoreWorld,
  path: StoragePath,
  bytes: Uint8Array,
  fields: EntryFields,
  { message, override, provenance = world.provenance }: ChangeOptions,
): Promise<Problem[]> {
  const before = guardInputOf(await readEntryFile(path, bytes));
  const metadata = { ...before.metadata, ...provenance };
  const after = { ...before, ...definedOf(fields), metadata, message };
  return guardChange(world, { path, before, after, override });
}

async function readExisting(world: StoreWorld, path: StoragePath): Promise<StoredFile> {
  const file = await world.storage.read(path);
  if (file) return file;
  throw Object.assign(
    new NotFoundError(`${path} was deleted by someone else in the meantime. Nothing was written.`),
    { path },
  );
}

/** What a change leaves in a header beside what was asked for, where the header has it already. */
export interface Stamps {
  readonly now: Date;
  readonly provenance: Provenance | undefined;
}

/** The file with the fields changed; the same bytes when all is so already. */
export async function editFields(
  path: StoragePath,
  bytes: Uint8Array,
  fields: EntryFields,
  { now, provenance }: Stamps,
): Promise<Uint8Array> {
  const { editEntryFile } = await import('../entry-file/edit-entry-file.js');
  const edited = editEntryFile(path, bytes, fields);
  if (edited === bytes) return bytes;
  return editEntryFile(path, bytes, {
    ...fields,
    modified: now.toISOString(),
    ...definedOf({ provenance: cleanProvenance(provenance) }),
  });
}

async function untouched(world: StoreWorld, file: StoredFile): Promise<UpdatedFile> {
  const { text } = await findIndex(world.storage);
  return { changed: false, file, index: { changed: false, text, warnings: [] }, warnings: [] };
}

/** A hook that was the description follows it; a hook that a person wrote stays. */
async function followInIndex(
  world: StoreWorld,
  path: StoragePath,
  before: StoredFile,
  edited: Uint8Array,
  written: WriteResult,
): Promise<UpdatedFile> {
  const changed = written.outcome !== 'unchanged';
  const oldText = (await readEntryFile(path, before.bytes)).description;
  const newText = (await readEntryFile(path, edited)).description;
  const index = await editIndex(world.storage, (text) =>
    text === undefined || oldText === newText || !oldText || !newText
      ? text
      : refreshHook(text, path, oldText, newText).text,
  );
  const file = { bytes: edited, version: written.version };
  return { changed, file, index, warnings: problemsOfWarnings(written) };
}
