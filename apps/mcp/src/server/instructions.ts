import { isEntryPath, memoryInstructions, stemOf } from '@mem/core';
import { shorten } from '../answer/cut-text.js';
import type { MemoryPlace } from './memory-place.js';
import type { ServerWorld } from './server-world.js';

/** Clients cut longer ones. */
const maxBytes = 2_000;

/** What a model has to know of this server: how memory is used, and what is in it just now. */
export async function serverInstructions(world: ServerWorld): Promise<string> {
  const parts = [memoryInstructions({ length: 'short' }).trim()];
  if (world.write === 'none') parts.push('You can only read here.');
  if (world.write === 'propose')
    parts.push('Your changes wait here until the person accepts them.');
  if (world.places.length > 1) parts.push('Each tool takes store: which of these directories.');
  for (const place of world.places) {
    const line = await describe(place, world);
    if (Buffer.byteLength([...parts, line].join('\n')) <= maxBytes) parts.push(line);
  }
  return parts.join('\n');
}

async function describe(place: MemoryPlace, { places }: ServerWorld): Promise<string> {
  const { name, label } = place;
  const where = shorten(places.length === 1 ? `Directory ${label}` : `${name} = ${label}`, 150);
  try {
    const files = await filesOf(place);
    if (files.length === 0) return `${where}: nothing is remembered yet.`;
    const count = `${files.length} ${files.length === 1 ? 'memory' : 'memories'}`;
    return `${where}: ${count}. Newest: ${newestOf(files)}.`;
  } catch {
    return `${where}: cannot be read just now.`;
  }
}

interface MemoryFile {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Without a look into the files where that is possible: a client waits for this. */
async function filesOf({ listFiles, store }: MemoryPlace): Promise<MemoryFile[]> {
  if (listFiles) {
    const files = await listFiles();
    return files
      .filter(({ path }) => isEntryPath(path))
      .map(({ path, modifiedAt = 0 }) => ({ path, time: modifiedAt }));
  }
  const { entries } = await store.list();
  return entries.map(({ path, modified = '' }) => ({ path, time: Date.parse(modified) || 0 }));
}

function newestOf(files: readonly MemoryFile[]): string {
  return [...files]
    .sort((a, b) => b.time - a.time)
    .slice(0, 3)
    .map(({ path }) => shorten(oneLine(stemOf(path)), 40))
    .join(', ');
}

/** A name is what some file says, and this text stands beside instructions: it stays one line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
