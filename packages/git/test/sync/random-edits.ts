import { readFileSync, writeFileSync } from 'node:fs';
import { isMemoryError } from '@mem/core';
import { type Clone, filesOf } from './open-clones.js';

/** A number from 0 up to, not including, the limit; the same for the same seed. */
export type Draw = (limit: number) => number;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/**
 * One change of a memory as an agent or a person may make it. Every text that it writes is told to
 * `wrote`, and is found nowhere else. Two edits by hand of one file leave nothing of the first for
 * anybody to keep, so only the last edit before a synchronisation is by hand.
 */
export async function randomEdit(
  clone: Clone,
  draw: Draw,
  token: string,
  isLast: boolean,
  wrote: (text: string) => void,
): Promise<void> {
  const { store } = clone;
  const names = (await store.list()).entries.map(({ path }) => path);
  const name = names[draw(names.length)];
  const kind = names.length < 3 || name === undefined ? 0 : draw(isLast ? 9 : 5);
  try {
    if (kind === 0) {
      const body = `a ${token}\n\nb ${token}\n\nc ${token}\n\nd ${token}\n`;
      const fresh = `entry_${draw(6)}`;
      await store.save({ name: fresh, description: `d ${token}`, type: 'user', body });
      wrote(body.split('\n')[0] ?? '');
    } else if (kind === 1) {
      await store.update(name ?? '', { description: `described ${token}` });
      wrote(`described ${token}`);
    } else if (kind === 2) await store.update(name ?? '', { type: 'project' });
    else if (kind === 3) await store.delete(name ?? '');
    else if (kind === 4) await store.rename(name ?? '', `entry_${draw(12)}`);
    else if (kind === 5) {
      writeFileSync(`${clone.directory}/hand_${draw(3)}.md`, `by hand ${token}\n`);
      wrote(`by hand ${token}`);
    } else changeLine(clone, name ?? '', draw, token, wrote);
  } catch (error) {
    // A name may be taken, or be that of two entries: agents meet this too.
    if (!isMemoryError(error) || !/CONFLICT|AMBIGUOUS|REFUSED|INVALID_ENTRY/.test(error.code)) {
      throw error;
    }
  }
}

function changeLine(
  { directory }: Clone,
  path: string,
  draw: Draw,
  token: string,
  wrote: (text: string) => void,
): void {
  const lines = readFileSync(`${directory}/${path}`, 'utf8').split('\n');
  const body = lines.lastIndexOf('---') + 1;
  const at = body + draw(Math.max(1, lines.length - body - 1));
  lines.splice(at, draw(2), `line ${token}`);
  writeFileSync(`${directory}/${path}`, lines.join('\n'));
  wrote(`line ${token}`);
}

/** All texts that a history holds, one after the other. */
export function everythingIn(clone: Clone, run: (...args: string[]) => string): string {
  return Object.values(filesOf(clone)).join('\n') + run('log', '--all', '-m', '-p', '--format=%B');
}
