import type { MemoryPlace } from '../server/memory-place.js';
import type { ServerWorld } from '../server/server-world.js';

// The first directory has the short addresses; further ones are named in theirs.

export function indexUri(place: MemoryPlace, world: ServerWorld): string {
  return `${prefixOf(place, world)}index`;
}

export function memoryTemplate(place: MemoryPlace, world: ServerWorld): string {
  return `${prefixOf(place, world)}memory/{name}`;
}

/** By its path, which is the one name that no other memory can have. */
export function memoryUri(place: MemoryPlace, world: ServerWorld, path: string): string {
  return `${prefixOf(place, world)}memory/${encodeURIComponent(path)}`;
}

function prefixOf(place: MemoryPlace, { places }: ServerWorld): string {
  return place === places[0] ? 'mem://' : `mem://store/${encodeURIComponent(place.name)}/`;
}

/** The name in an address, as it was before it was encoded. */
export function nameOf(variable: string | readonly string[] | undefined): string {
  const text = typeof variable === 'string' ? variable : (variable?.join(',') ?? '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function resourceName(
  kind: 'index' | 'memory',
  place: MemoryPlace,
  { places }: ServerWorld,
): string {
  return place === places[0] ? kind : `${kind}-${place.name}`;
}
