import { memoryTypes } from '@mem/core';
import type { OptionTable } from '../arguments/option.js';

export const typeOption = {
  type: {
    type: 'string',
    value: 'TYPE',
    completes: memoryTypes,
    description: 'only memories of this type',
  },
} as const satisfies OptionTable;
