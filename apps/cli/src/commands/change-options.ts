import type { OptionTable } from '../arguments/option.js';

export const changeOptions = {
  'if-version': {
    type: 'string',
    value: 'VERSION',
    description: 'only if the file still has this version (from show or list --json)',
  },
  message: { type: 'string', value: 'TEXT', description: 'why, in one line, for the history' },
} as const satisfies OptionTable;

interface Given {
  readonly 'if-version': string | undefined;
  readonly message: string | undefined;
}

/** In the words of the store. */
export function toChangeOptions({ 'if-version': ifVersion, message }: Given) {
  return {
    ...(ifVersion !== undefined && { ifVersion }),
    ...(message !== undefined && { message }),
  };
}
