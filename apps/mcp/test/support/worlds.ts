import { createMemoryStore } from '@mem/core';
import { createMemfsStorage } from '@mem/memfs';
import {
  createServerWorld,
  type ServerWorldOptions,
} from '../../src/server/create-server-world.js';
import type { MemoryPlace } from '../../src/server/memory-place.js';
import type { PlaceHistory } from '../../src/server/place-history.js';
import type { ServerWorld } from '../../src/server/server-world.js';

/** A directory in RAM. */
export function placeInRam(name = 'memory', rest: Partial<MemoryPlace> = {}): MemoryPlace {
  const store = createMemoryStore(createMemfsStorage());
  return { name, label: `acme/${name}`, store, ...rest };
}

/** A history without any change, for tests of what is offered. */
export const emptyHistory: PlaceHistory = {
  log: async () => [],
  diff: async () => [],
  show: async () => new Uint8Array(),
  flush: async () => {},
};

/** A world on one directory in RAM; faults of ours fail the test that meets them. */
export function worldInRam(options: Partial<ServerWorldOptions> = {}): ServerWorld {
  return createServerWorld({
    version: '1.0.0',
    places: [placeInRam()],
    report: (error) => {
      throw error;
    },
    ...options,
  });
}
