import type { OptionTable } from '../arguments/option.js';
import type { World } from '../world.js';
import { allowOption, overrideOf } from './allow-option.js';

export const changeOptions = {
  'if-version': {
    type: 'string',
    value: 'VERSION',
    description: 'only if the file still has this version (from show or list --json)',
  },
  message: { type: 'string', value: 'TEXT', description: 'why, in one line, for the history' },
  ...allowOption,
} as const satisfies OptionTable;

interface Given {
  readonly 'if-version': string | undefined;
  readonly message: string | undefined;
  readonly allow: readonly string[] | undefined;
}

/** In the words of the store. */
export function toChangeOptions({ 'if-version': ifVersion, message, allow }: Given, world: World) {
  return {
    ...(ifVersion !== undefined && { ifVersion }),
    // An empty one gives no reason; the history then says what was done.
    ...(message?.trim() && { message }),
    ...overrideOf({ allow }, world),
  };
}
