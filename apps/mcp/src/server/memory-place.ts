import type { MemoryStore, StoragePath, StoredFileInfo, Workspace } from '@mem/core';
import type { PlaceHistory } from './place-history.js';
import type { ServerWorld } from './server-world.js';

/** One memory directory that the server offers. */
export interface MemoryPlace {
  /** How a call names it, where there are several. */
  readonly name: string;
  /** Which directory it is, for people and models; holds no path of the host. */
  readonly label: string;
  readonly store: MemoryStore;
  /** Opens the project that the memories are about, to test what they claim. */
  readonly openWorkspace?: (() => Promise<Workspace>) | undefined;
  /** Whether a name means a memory that is left out; absent where none is. */
  hides?(name: string): Promise<boolean>;
  /** All files, without a look into them; absent where memories are left out. */
  listFiles?(): Promise<readonly StoredFileInfo[]>;
  /** What happened to the memories; absent where nothing keeps it. */
  readonly history?: PlaceHistory | undefined;
  /** Paths of files that somebody changed, as it happens; undefined: look at all of them. */
  watch?(signal: AbortSignal): AsyncIterable<StoragePath | undefined>;
  /** Called after each change that was made; failing, it gives a warning to add to the answer. */
  afterChange?(): string | undefined;
}

/** How answers name the directory that they are about. */
export function directoryName({ name, label }: MemoryPlace, { places }: ServerWorld): string {
  return places.length === 1 ? label : `${name} (${label})`;
}
