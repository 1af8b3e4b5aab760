import type { DistillationPlan } from '@mem/session';
import { UsageError } from '../arguments/usage-error.js';
import type { World } from '../world.js';
import { readGivenFile } from './read-given-file.js';

/**
 * A plan that was kept: the document of `mem distill --json`, or the plan alone.
 *
 * @throws UsageError where there is no JSON; MemoryError INVALID_ENTRY naming what is wrong with it
 */
export async function readPlanFile(file: string, world: World): Promise<DistillationPlan> {
  const { readPlan } = await import('@mem/session');
  const bytes = await readGivenFile(file, world, 'a plan, as "mem distill --json" prints it');
  return readPlan(planIn(parsed(bytes, file)));
}

function parsed(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new UsageError(
      `${file === '-' ? 'Standard input' : file} is no JSON. Give a plan, as "mem distill --json" prints it.`,
    );
  }
}

function planIn(value: unknown): unknown {
  const isDocument = typeof value === 'object' && value !== null && 'plan' in value;
  return isDocument ? value.plan : value;
}
