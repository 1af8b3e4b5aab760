import { indexPath, isEntryPath, type StoragePath } from '@mem/core';
import type { MemoryPlace } from '../server/memory-place.js';

/** What changed in one directory since the last time. */
export interface PlaceChange {
  readonly place: MemoryPlace;
  /** Files with other contents. */
  readonly paths: ReadonlySet<string>;
  /** Memories came or went. */
  readonly listChanged: boolean;
}

export type OnChange = (change: PlaceChange) => void;

/** Changes that follow each other closely are told together, in milliseconds. */
const gathering = 100;

/** A client that has just come waits for its first answers: looking can wait. */
const settling = 200;

/**
 * Tells of changes of one directory, whoever made them. It looks only while somebody listens, and
 * only says that it is worth looking again: nothing is answered from it.
 */
export class ChangeFeed {
  readonly #place: MemoryPlace;
  readonly #report: (error: unknown) => void;
  readonly #listeners = new Set<OnChange>();
  readonly #paths = new Set<string>();
  #versions: Versions | undefined;
  #all = false;
  #timer: NodeJS.Timeout | undefined;
  #watching: Watching | undefined;

  constructor(place: MemoryPlace, report: (error: unknown) => void) {
    this.#place = place;
    this.#report = report;
  }

  /** @returns what ends it */
  listen(onChange: OnChange): () => void {
    this.#listeners.add(onChange);
    this.#begin();
    return () => {
      this.#listeners.delete(onChange);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  /**
   * Resolves when it is known what there is, so that whatever changes from now on is told: before
   * that, nobody may be answered who counts on hearing of it.
   */
  async ready(): Promise<void> {
    const { hurry, known } = this.#begin();
    hurry();
    await known;
  }

  /** Files that may have changed; undefined: any may have. */
  changed(path: string | undefined): void {
    if (this.#listeners.size === 0) return;
    if (path === undefined) this.#all = true;
    else this.#paths.add(path);
    this.#timer ??= setTimeout(() => void this.#tell(), gathering).unref();
  }

  #begin(): Watching {
    if (this.#watching === undefined) {
      const stop = new AbortController();
      const [hurried, hurry] = openPromise();
      const [known, know] = openPromise();
      this.#watching = { stop, hurry, known };
      void this.#watch(stop.signal, hurried, know);
    }
    return this.#watching;
  }

  async #watch(stop: AbortSignal, hurried: Promise<void>, know: () => void): Promise<void> {
    try {
      await Promise.race([hurried, waited(settling)]);
      if (stop.aborted) return;
      // The watcher comes before the look: what changes during the look is told by it.
      const changes = this.#place.watch?.(stop)[Symbol.asyncIterator]();
      let next = changes?.next();
      const versions = new Map(await this.#look());
      // What has changed already and is still to be told must not be known yet.
      for (const path of this.#paths) versions.delete(path);
      this.#versions = versions;
      know();
      while (changes && next) {
        const { done, value } = await next;
        if (done) return;
        this.changed(value);
        next = changes.next();
      }
    } catch (error) {
      this.#report(error);
    } finally {
      know();
    }
  }

  #end(): void {
    this.#watching?.stop.abort();
    this.#watching = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #tell(): Promise<void> {
    this.#timer = undefined;
    const suspects = this.#all ? undefined : [...this.#paths];
    this.#paths.clear();
    this.#all = false;
    try {
      const { versions, ...difference } = compare(this.#versions, await this.#look(), suspects);
      this.#versions = versions;
      const change = { place: this.#place, ...difference };
      if (change.paths.size === 0) return;
      for (const onChange of this.#listeners) onChange(change);
    } catch (error) {
      this.#report(error);
    }
  }

  async #look(): Promise<Versions> {
    // Where nothing is left out, without making a summary of each.
    const { listFiles, store } = this.#place;
    const files = await (listFiles?.() ?? store.list().then(({ entries }) => entries));
    const memories = files.filter(({ path }) => isEntryPath(path as StoragePath));
    return new Map(memories.map(({ path, version }) => [path, version]));
  }
}

interface Watching {
  readonly stop: AbortController;
  /** The first look is wanted now. */
  readonly hurry: () => void;
  /** Never rejects: who cannot be told is answered all the same. */
  readonly known: Promise<void>;
}

function openPromise(): [promise: Promise<void>, resolve: () => void] {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return [promise, resolve];
}

function waited(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

type Versions = ReadonlyMap<string, string>;

interface Comparison extends Omit<PlaceChange, 'place'> {
  /** What is known from now on. */
  readonly versions: Versions;
}

/**
 * An event may come twice, or for nothing: of memories only those count that have another version.
 * Others than the suspects keep the version that was known: their own event is still to come.
 *
 * @param suspects all files, when undefined
 */
function compare(
  before: Versions = new Map(),
  now: Versions,
  suspects: readonly string[] | undefined,
): Comparison {
  // MEMORY.md is no memory: its version is not in the list.
  const paths = suspects ?? [indexPath, ...new Set([...before.keys(), ...now.keys()])];
  const isMemory = (path: string) => before.has(path) || now.has(path);
  const changed = paths.filter((path) => !isMemory(path) || before.get(path) !== now.get(path));
  return {
    paths: new Set(changed),
    listChanged: changed.some((path) => before.has(path) !== now.has(path)),
    versions: suspects === undefined ? now : merged(before, now, suspects),
  };
}

function merged(before: Versions, now: Versions, paths: readonly string[]): Versions {
  const versions = new Map(before);
  for (const path of paths) {
    const version = now.get(path);
    if (version === undefined) versions.delete(path);
    else versions.set(path, version);
  }
  return versions;
}
