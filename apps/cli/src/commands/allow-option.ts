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
  world: World,
): { readonly override?: readonly string[] } {
  if (allow === undefined) return {};
  requirePerson('--allow', world);
  return { override: allow };
}

/** @throws MemoryError REFUSED where an agent runs the command */
export function requirePerson(what: string, { environment }: World): void {
  const mark = agentMark(environment);
  if (mark === undefined) return;
  throw new MemoryError(
    'REFUSED',
    `${what} is for a person, and ${mark} says that an agent runs this command. Nothing was written; ask the person to run it.`,
  );
}
