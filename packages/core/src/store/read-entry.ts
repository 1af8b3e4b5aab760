import type { EntrySummary, MemoryEntry } from '../entry.js';
import { bodyText } from '../entry-file/body-text.js';
import { NotFoundError } from '../errors.js';
import type { StoragePath, StoredFile } from '../storage.js';
import { definedOf } from './defined-of.js';
import type { DirectorySnapshot, KnownEntry } from './directory-view.js';
import { linksOf } from './links.js';
import { readEntryFile } from './read-entry-file.js';
import type { StoreWorld } from './store-world.js';

/** The whole entry at a path, with its links resolved. */
export async function readEntry(world: StoreWorld, path: StoragePath): Promise<MemoryEntry> {
  const file = await world.storage.read(path);
  if (!file) throw new NotFoundError(`${path} is not there any more: someone else deleted it.`);
  return entryOf(path, file, () => world.view.look());
}

/** The entry in a file that was read, or just written; the directory is asked only for its links. */
export async function entryOf(
  path: StoragePath,
  file: StoredFile,
  look: () => Promise<DirectorySnapshot>,
): Promise<MemoryEntry> {
  const parsed = await readEntryFile(path, file.bytes);
  const { body, ...header } = parsed;
  const known = {
    path,
    version: file.version,
    size: file.bytes.length,
    ...definedOf({ modifiedAt: file.modifiedAt }),
    name: header.name,
    header,
    readable: true,
  };
  const links = body.includes('[[') ? linksOf(body, await look()) : [];
  return { ...summaryOf(known), body: bodyText(body), links };
}

export function summaryOf(entry: KnownEntry): EntrySummary {
  const { header, modifiedAt } = entry;
  const modified = modifiedOf(header.modified, modifiedAt);
  return {
    path: entry.path,
    name: entry.name,
    ...definedOf({
      description: header.description,
      type: header.type,
      modified,
      provenance: header.provenance,
    }),
    metadata: header.metadata,
    size: entry.size,
    version: entry.version,
  };
}

/** In ISO 8601; the file's time where the header states none, or none that can be read. */
function modifiedOf(stated: string | undefined, fileTime: number | undefined): string | undefined {
  const time = stated === undefined ? Number.NaN : Date.parse(stated);
  if (Number.isNaN(time)) return fileTime === undefined ? undefined : isoTime(fileTime);
  return /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(stated!) ? stated : isoTime(time);
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
