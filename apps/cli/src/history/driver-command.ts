import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { World } from '../world.js';

/**
 * What git is to run, as words for a shell: `mem` where that is this very program, which outlives
 * an update of it, else this program by its place. The path that git adds is no option.
 */
export function driverCommand({ environment, program }: World): string {
  const [runtime, script] = program;
  const isOnPath = (environment.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && realPath(join(folder, 'mem')) === realPath(script));
  const start = isOnPath ? 'mem' : `${shellQuoted(runtime)} ${shellQuoted(script)}`;
  return `${start} merge-driver --`;
}

/** Git replaces `%` and a letter in the command before a shell reads it. */
function shellQuoted(word: string): string {
  return `'${word.replaceAll('%', '%%').replaceAll("'", "'\\''")}'`;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
