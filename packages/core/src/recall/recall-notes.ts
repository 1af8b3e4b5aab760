import type { Claim } from '../drift/claim.js';

const millisecondsPerDay = 86_400_000;

/** Whole days since then; undefined when that is not known. */
export function ageInDays(modified: string | undefined, now: Date): number | undefined {
  const written = modified === undefined ? Number.NaN : Date.parse(modified);
  if (Number.isNaN(written)) return undefined;
  return Math.max(0, Math.floor((now.getTime() - written) / millisecondsPerDay));
}

/** What a reader should do because of a memory's age; nothing on its first day. */
export function ageNote(days: number | undefined): string | undefined {
  if (days === undefined || days < 1) return undefined;
  const age = days === 1 ? '1 day' : `${days} days`;
  return `This memory is ${age} old: check what it says about files, code and dates against what is there now before you rely on it.`;
}

/** What a reader should know of claims that do not hold any more. */
export function driftNote(claims: readonly Claim[]): string | undefined {
  const gone = claims.filter(({ state, kind }) => state === 'missing' && kind !== 'date');
  const past = claims.filter(({ state, kind }) => state === 'missing' && kind === 'date');
  const moved = claims.filter(({ state }) => state === 'moved');
  const sentences = [
    listed(
      'Not found any more',
      gone.map(({ text }) => text),
    ),
    listed(
      'Moved',
      moved.map(({ text, movedTo }) => `${text} is now ${movedTo}`),
    ),
    listed(
      'Gone by',
      past.map(({ text }) => text),
    ),
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0
    ? undefined
    : `${sentences.join(' ')} Do not rely on it as written.`;
}

function listed(what: string, items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : `${what}: ${items.join(', ')}.`;
}
