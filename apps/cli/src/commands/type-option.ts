import { isMemoryType, memoryTypes } from '@mem/core';
import type { OptionTable } from '../arguments/option.js';
import type { Page } from '../terminal/page.js';

export const typeOption = {
  type: {
    type: 'string',
    value: 'TYPE',
    completes: memoryTypes,
    description: 'only memories of this type',
  },
} as const satisfies OptionTable;

/** A misspelt type finds nothing, and nobody would notice: files may hold any type. */
export function unusualTypeNote(type: string | undefined, found: number): Page {
  if (type === undefined || found > 0 || isMemoryType(type.toLowerCase())) return [];
  return [
    `The usual types are ${memoryTypes.join(', ')}; no memory here is of another one like that.\n`,
  ];
}
