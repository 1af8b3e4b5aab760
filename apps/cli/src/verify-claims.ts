import type { Claim, ClaimState, MemoryStore, VerifiedEntry, Workspace } from '@mem/core';
import { startProgress } from './terminal/progress.js';
import type { World } from './world.js';

/** Tests the claims of one entry or of all, with a line about it where that takes long. */
export async function verifyClaims(
  store: MemoryStore,
  workspace: Workspace,
  target: string | undefined,
  world: World,
): Promise<readonly VerifiedEntry[]> {
  const progress = startProgress(world, (done) => `Looked at ${done} things in the project …`);
  try {
    const { entries } = await store.verify(counted(workspace, progress.step), { target });
    return entries;
  } finally {
    progress.end();
  }
}

function counted(workspace: Workspace, step: () => void): Workspace {
  const methods = Object.entries(workspace).map(([name, look]) => [
    name,
    (...given: never[]) => {
      step();
      return (look as (...given: never[]) => unknown)(...given);
    },
  ]);
  return Object.fromEntries(methods) as Workspace;
}

export type ClaimCounts = Readonly<Record<ClaimState, number>>;

export function countClaims(entries: readonly VerifiedEntry[]): ClaimCounts {
  const counts = { present: 0, missing: 0, moved: 0, unknown: 0 };
  for (const { claims } of entries) for (const { state } of claims) counts[state]++;
  return counts;
}

/** True for a claim that does not hold any more. */
export function isBroken({ state }: Claim): boolean {
  return state === 'missing' || state === 'moved';
}
