import type { Storage, StoragePath, StoredFile, Version } from '../storage.js';
import { indexPath } from '../storage-path.js';
import type { Digest } from './digest.js';
import { isWatched } from './is-watched.js';
import type { SeenStep } from './seen-record.js';

type NotedStep = Omit<SeenStep, 'from' | 'to'> & {
  readonly from: Promise<Digest> | null | undefined;
  readonly to: Promise<Digest> | null;
};

/** Files that were read last, of which one may be written next. */
const readsKept = 4;

/**
 * The same storage, which notes every change that is made through it to an entry or the index, so
 * that `changedOutside` can tell the changes of others. Steps of one logical change are noted in
 * one go, at its checkpoint. A note that fails is no failure of the change: the file then counts
 * as changed by others, which a person can look at.
 *
 * @param adapter the storage itself, whose ability to append is used
 */
export function notingStorage(storage: Storage, adapter: Storage, now: () => Date): Storage {
  const reads = new Map<StoragePath, StoredFile>();
  let steps: NotedStep[] = [];
  let isNew = true;

  /** What a change began from is what was read just before it, where that was a condition of it. */
  function before(path: StoragePath, expect: Version | null | undefined): NotedStep['from'] {
    if (expect === null || expect === undefined) return expect;
    const read = reads.get(path);
    return read && digestOf(read.bytes);
  }

  async function flush(): Promise<void> {
    const noted = steps;
    steps = [];
    if (noted.length === 0) return;
    try {
      const { appendSteps, shortenLog } = await import('./seen-shelf.js');
      await appendSteps(adapter, await Promise.all(withMoves(noted).map(settled)));
      if (isNew) await shortenLog(adapter);
      isNew = false;
    } catch {
      // See above: nothing is lost but the knowledge that it was us.
    }
  }

  return {
    ...storage,
    async read(path) {
      const file = await storage.read(path);
      if (file && isWatched(path)) {
        reads.delete(path);
        reads.set(path, file);
        if (reads.size > readsKept) reads.delete(reads.keys().next().value as StoragePath);
      }
      return file;
    },
    async write(path, bytes, options) {
      const from = isWatched(path) ? before(path, options?.expect) : undefined;
      const result = await storage.write(path, bytes, options);
      if (!isWatched(path) || result.outcome === 'unchanged') return result;
      const { version } = result;
      steps.push({ path, from, to: digestOf(bytes), version, at: now().getTime() });
      return result;
    },
    async remove(path, options) {
      const from = isWatched(path) ? before(path, options?.expect) : undefined;
      const result = await storage.remove(path, options);
      if (!isWatched(path) || !result.existed) return result;
      steps.push({ path, from, to: null, at: now().getTime() });
      return result;
    },
    async checkpoint(change) {
      await flush();
      return (await storage.checkpoint?.(change)) ?? { warnings: [] };
    },
    async close() {
      await flush();
      await storage.close?.();
    },
  };
}

/** Loaded when something is written: most programs only read. */
async function digestOf(bytes: Uint8Array): Promise<Digest> {
  return (await import('./digest.js')).digestOf(bytes);
}

/** One change that makes a file and removes another is a rename, or takes one back. */
function withMoves(steps: readonly NotedStep[]): readonly NotedStep[] {
  const removed = steps.find(({ path, to }) => to === null && path !== indexPath);
  if (removed === undefined) return steps;
  const { path: movedFrom, from } = removed;
  const isMade = ({ path, from }: NotedStep) =>
    from === null && path !== movedFrom && path !== indexPath;
  return steps.map((step) => (isMade(step) ? { ...step, movedFrom, from } : step));
}

async function settled({ from, to, ...step }: NotedStep): Promise<SeenStep> {
  return { ...step, from: await from, to: await to };
}
