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
    const files = await filesToSettle(storage, record, now);
    if (files === undefined) continue;
    // Where the disk fails again, the note waits for the write after this one.
    const unfinished = files.length > 0 && (await settleIndex(storage, files, typeOf)).unfinished;
    if (!unfinished) await forget(storage, path);
  }
}

/**
 * All files of a change that was made; of one that was given up, those it had made by then: half a
 * rename leaves a copy. Undefined for a young note, which may be of a living writer.
 */
async function filesToSettle(
  storage: Storage,
  { intent, at }: JournalRecord,
  now: Date,
): Promise<StoragePath[] | undefined> {
  const reached: StoragePath[] = [];
  for (const [path, want] of intent) {
    const present = (await storage.read(path)) !== undefined;
    if (present === (want === 'present')) reached.push(path);
  }
  if (reached.length === intent.length) return reached;
  if (now.getTime() - at <= abandonedAfterMilliseconds) return undefined;
  const made = new Set(intent.filter(([, want]) => want === 'present').map(([path]) => path));
  return reached.filter((path) => made.has(path));
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
