import type { Memory } from './evaluation-set.js';

/** The bytes of a memory's file: a flat header with the fields the memory has, then its body. */
export function memoryFile({ name, description, type, body }: Memory): Uint8Array {
  const header = Object.entries({ name, description, type })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
  return new TextEncoder().encode(`---\n${header}---\n\n${body}\n`);
}

/** A file for each memory, named after its id as far as a file name may be. Ids by path. */
export function memoryPaths(memories: readonly Memory[]): Map<string, Memory> {
  const paths = new Map<string, Memory>();
  const taken = new Set(['', 'memory']);
  for (const [position, memory] of memories.entries()) {
    const wanted = [...memory.id.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')].slice(0, 50).join('');
    const stem = taken.has(foldedName(wanted)) ? `${wanted}-${position}` : wanted;
    taken.add(foldedName(stem));
    paths.set(`${stem}.md`, memory);
  }
  return paths;
}

function foldedName(stem: string): string {
  return stem.normalize('NFC').toLowerCase();
}
