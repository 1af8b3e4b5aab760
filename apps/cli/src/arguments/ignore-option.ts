import type { OptionTable } from './option.js';

/** Of every verb that reads memories. */
export const ignoreOption = {
  ignore: {
    type: 'string',
    multiple: true,
    value: 'SPEC',
    description: 'leave out memories: all, or type:…, name:…, query:…; adds to MEM_IGNORE',
  },
} as const satisfies OptionTable;
