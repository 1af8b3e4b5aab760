import { isMemoryError, MemoryError, type SaveResult } from '@mem/core';
import type { ToolCall } from './tool.js';

/** Does what leaves a memory behind, without changing or naming one that is left out. */
export async function besideHidden(
  { place }: ToolCall,
  name: string,
  work: () => Promise<SaveResult>,
): Promise<SaveResult> {
  const { hides } = place;
  if (hides === undefined) return await work();
  if (await hides(name)) throw taken();
  try {
    const result = await work();
    const hidden = await Promise.all(result.similar.map(({ path }) => hides(path)));
    return { ...result, similar: result.similar.filter((_, at) => !hidden[at]) };
  } catch (error) {
    // It says which other memory the name is too much like.
    throw isMemoryError(error) && error.code === 'AMBIGUOUS' ? taken() : error;
  }
}

function taken(): MemoryError {
  return new MemoryError(
    'REFUSED',
    'While memories are ignored, nothing can be saved under that name. Nothing was changed; choose another one, or tell the person.',
  );
}
