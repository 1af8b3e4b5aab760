import { type Claim, MemoryError } from '@mem/core';
import * as z from 'zod';
import { shorten } from '../answer/cut-text.js';
import type { MemoryPlace } from '../server/memory-place.js';

export const claim = z.object({
  kind: z.enum(['path', 'line', 'symbol', 'flag', 'script', 'commit', 'date']),
  text: z.string(),
  state: z
    .enum(['present', 'missing', 'moved', 'unknown'])
    .describe('A date is missing when it has gone by'),
  moved_to: z.string().optional(),
});
export type CheckedClaim = z.infer<typeof claim>;

/** Longer ones are cut, and further ones left out: this is a hint, not a report. */
const maxClaims = 20;
const timeLimit = 3_000;

/**
 * What the memory says exists in the project, and whether it does.
 *
 * @throws MemoryError REFUSED when it is not known which project the memories are about
 */
export async function checkClaims(
  { store, openWorkspace }: MemoryPlace,
  path: string,
): Promise<CheckedClaim[]> {
  if (openWorkspace === undefined) {
    throw new MemoryError(
      'REFUSED',
      'It is not known which project these memories are about, so nothing can be tested. Read without check_claims; a person can name the project with mem-mcp --workspace.',
    );
  }
  const { entries } = await store.verify(await openWorkspace(), {
    target: path,
    signal: AbortSignal.timeout(timeLimit),
  });
  return entries
    .flatMap(({ claims }) => claims)
    .slice(0, maxClaims)
    .map(claimOf);
}

export function claimOf({ kind, text, state, movedTo }: Claim): CheckedClaim {
  return {
    kind,
    text: shorten(text, 150),
    state,
    ...(movedTo !== undefined && { moved_to: shorten(movedTo, 150) }),
  };
}

/** Only what does not hold any more. */
export function claimLines(claims: readonly CheckedClaim[]): string[] {
  return claims
    .filter(({ state }) => state === 'missing' || state === 'moved')
    .map(({ kind, text, state, moved_to }) => {
      if (state === 'moved') return `no longer so: ${text} is now ${moved_to}`;
      return kind === 'date'
        ? `no longer so: ${text} has gone by`
        : `no longer so: ${text} is not there`;
    });
}
