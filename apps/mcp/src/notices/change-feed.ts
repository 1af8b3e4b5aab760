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
  #stop: AbortController | undefined;

  constructor(place: MemoryPlace, report: (error: unknown) => void) {
    this.#place = place;
    this.#report = report;
  }

  /** @returns what ends it */
  listen(onChange: OnChange): () => void {
    this.#listeners.add(onChange);
    if (this.#listeners.size === 1) void this.#watch();
    return () => {
      this.#listeners.delete(onChange);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  /** Files that may have changed; undefined: any may have. */
  changed(path: string | undefined): void {
    if (this.#listeners.size === 0) return;
    if (path === undefined) this.#all = true;
    else this.#paths.add(path);
    this.#timer ??= setTimeout(() => void this.#tell(), gathering).unref();
  }

  async #watch(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    await new Promise((resolve) => setTimeout(resolve, settling).unref());
    if (stop.signal.aborted) return;
    try {
      const versions = new Map(await this.#look());
      // What has changed already and is still to be told must not be known yet.
      for (const path of this.#paths) versions.delete(path);
      this.#versions = versions;
      const changes: AsyncIterable<StoragePath | undefined> | undefined = this.#place.watch?.(
        stop.signal,
      );
      if (changes === undefined || stop.signal.aborted) return;
      for await (const path of changes) this.changed(path);
    } catch (error) {
      this.#report(error);
    }
  }

  #end(): void {
    this.#stop?.abort();
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
