import { type EntrySummary, memoryInstructions, memoryTypes } from '@mem/core';
import { shorten } from '../answer/cut-text.js';
import type { MemoryPlace } from './memory-place.js';
import type { ServerWorld } from './server-world.js';

/** Clients cut longer ones. */
const maxBytes = 2_000;

/** What a model has to know of this server: how memory is used, and what is in it just now. */
export async function serverInstructions(world: ServerWorld): Promise<string> {
  const parts = [memoryInstructions({ length: 'short' }).trim()];
  if (world.write === 'none') parts.push('You can only read here.');
  if (world.places.length > 1) parts.push('Each tool takes store: which of these directories.');
  for (const place of world.places) {
    const line = await describe(place, world);
    if (Buffer.byteLength([...parts, line].join('\n')) <= maxBytes) parts.push(line);
  }
  return parts.join('\n');
}

async function describe(
  { name, label, store }: MemoryPlace,
  { places }: ServerWorld,
): Promise<string> {
  const where = shorten(places.length === 1 ? `Directory ${label}` : `${name} = ${label}`, 150);
  try {
    const { entries } = await store.list();
    if (entries.length === 0) return `${where}: nothing is remembered yet.`;
    return `${where}: ${countsOf(entries)}. Newest: ${newestOf(entries)}.`;
  } catch {
    return `${where}: cannot be read just now.`;
  }
}

function countsOf(entries: readonly EntrySummary[]): string {
  const counts = memoryTypes
    .map((type) => ({ type, count: entries.filter((entry) => entry.type === type).length }))
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => `${count} ${type}`);
  const total = `${entries.length} ${entries.length === 1 ? 'memory' : 'memories'}`;
  return counts.length === 0 ? total : `${total} (${counts.join(', ')})`;
}

function newestOf(entries: readonly EntrySummary[]): string {
  return entries
    .map(({ name, modified }) => ({ name, time: Date.parse(modified ?? '') || 0 }))
    .sort((a, b) => b.time - a.time)
    .slice(0, 3)
    .map(({ name }) => shorten(oneLine(name), 40))
    .join(', ');
}

/** A name is what some file says, and this text stands beside instructions: it stays one line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
