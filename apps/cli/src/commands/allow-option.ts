import { MemoryError } from '@mem/core';
import { agentMark } from '../arguments/agent.js';
import type { OptionTable } from '../arguments/option.js';
import type { World } from '../world.js';

/** The word of a person against the guard. */
export const allowOption = {
  allow: {
    type: 'string',
    value: 'RULE',
    multiple: true,
    description: 'write although this rule of the guard refuses it; for a person, not for an agent',
  },
} as const satisfies OptionTable;

/**
 * In the words of the store.
 *
 * @throws MemoryError REFUSED where an agent runs the command: a model must not wave itself through
 */
export function overrideOf(
  { allow }: { readonly allow: readonly string[] | undefined },
  { environment }: World,
): { readonly override?: readonly string[] } {
  if (allow === undefined) return {};
  const mark = agentMark(environment);
  if (mark === undefined) return { override: allow };
  throw new MemoryError(
    'REFUSED',
    `--allow is for a person, and ${mark} says that an agent runs this command. Nothing was written; ask the person to run it.`,
  );
}
