import type { Memory } from './evaluation-set.js';

/** All that is searched of a memory, with case folded, in the order given. */
export function foldedTexts(memories: readonly Memory[]): { id: string; text: string }[] {
  return memories.map(({ id, name = '', description = '', body }) => ({
    id,
    text: `${name}\n${description}\n${body}`.toLowerCase(),
  }));
}
