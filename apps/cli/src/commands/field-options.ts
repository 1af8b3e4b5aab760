import { type EntryFields, type MemoryType, memoryTypes } from '@mem/core';
import type { OptionTable } from '../arguments/option.js';
import { bodyOptions, readBody } from '../read-body.js';
import type { World } from '../world.js';

export const fieldOptions = {
  description: {
    type: 'string',
    value: 'TEXT',
    description: 'one line that says what it is about',
  },
  type: {
    type: 'string',
    value: 'TYPE',
    completes: memoryTypes,
    description: 'user, feedback, project or reference',
  },
  ...bodyOptions,
} as const satisfies OptionTable;

interface Given {
  readonly description: string | undefined;
  readonly type: string | undefined;
  readonly body: string | undefined;
  readonly 'body-file': string | undefined;
}

/** Only what was given; whether it is valid the store decides. */
export async function readFields(
  options: Given,
  rest: readonly string[],
  world: World,
): Promise<EntryFields> {
  const { description, type } = options;
  const body = await readBody({ ...options, rest }, world);
  return {
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type: type as MemoryType }),
    ...(body !== undefined && { body }),
  };
}
