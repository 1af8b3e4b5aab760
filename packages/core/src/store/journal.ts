import { isMemoryError } from '../errors.js';
import type { Storage, StoragePath } from '../storage.js';
import { storagePath } from '../storage-path.js';
import { settleIndex } from './settle-index.js';

/** Whether each file should be there once the change is done. */
export type Intent = ReadonlyMap<StoragePath, 'present' | 'absent'>;

interface JournalRecord {
  readonly at: number;
  readonly intent: readonly (readonly [StoragePath, 'present' | 'absent'])[];
}

const folder = storagePath('.mem/journal');

/** A record this old is of a writer that died before its first effect. */
const abandonedAfterMilliseconds = 10_000;

/**
 * Notes what a change is about to do, so that when this process dies between the file and its line
 * in the index, the next write finishes the index. Returns the function that takes the note away.
 */
export async function beginChange(
  storage: Storage,
  intent: Intent,
  now: Date,
): Promise<() => Promise<void>> {
  await requireWritable(storage, intent);
  const record: JournalRecord = { at: now.getTime(), intent: [...intent] };
  const path = storagePath(`${folder}/${now.getTime().toString(36)}-${randomName()}.json`);
  await storage.write(path, new TextEncoder().encode(JSON.stringify(record)), { expect: null });
  return () => forget(storage, path);
}

/** A link or a folder in the way refuses the change before even a note of it is written. */
async function requireWritable(storage: Storage, intent: Intent): Promise<void> {
  for (const [path, want] of intent) if (want === 'present') await storage.read(path);
}

/** Finishes in the index what writers that died had begun. Touches nothing else. */
export async function finishBegunChanges(
  storage: Storage,
  typeOf: (path: string) => string | undefined,
  now: Date,
): Promise<void> {
  for await (const { path } of storage.list(folder)) {
    const record = await readRecord(storage, path);
    if (!record) continue;
    const reached = await reachedIntent(storage, record);
    if (reached) {
      const files = record.intent.map(([file]) => file);
      // Where the disk fails again, the note waits for the write after this one.
      if ((await settleIndex(storage, files, typeOf)).unfinished) continue;
    }
    // A young record whose intent is not reached may be of a living writer: it stays.
    if (reached || now.getTime() - record.at > abandonedAfterMilliseconds) {
      await forget(storage, path);
    }
  }
}

async function readRecord(storage: Storage, path: StoragePath): Promise<JournalRecord | undefined> {
  const file = await storage.read(path);
  if (!file) return undefined;
  try {
    const record = JSON.parse(new TextDecoder().decode(file.bytes)) as JournalRecord;
    return {
      at: Number(record.at),
      intent: record.intent.map(([file, want]) => [storagePath(file), want]),
    };
  } catch {
    await forget(storage, path);
    return undefined;
  }
}

async function reachedIntent(storage: Storage, record: JournalRecord): Promise<boolean> {
  for (const [path, want] of record.intent) {
    const present = (await storage.read(path)) !== undefined;
    if (present !== (want === 'present')) return false;
  }
  return true;
}

/** A note that cannot be taken away does no harm: the next write looks at it again. */
async function forget(storage: Storage, path: StoragePath): Promise<void> {
  try {
    await storage.remove(path);
  } catch (error) {
    if (!isMemoryError(error)) throw error;
  }
}

function randomName(): string {
  return Math.random().toString(36).slice(2, 12);
}
