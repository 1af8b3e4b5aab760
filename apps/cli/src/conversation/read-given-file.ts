import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../arguments/usage-error.js';
import type { World } from '../world.js';

const largest = 256 * 1024 * 1024;

/**
 * A file that was named on the command line, or standard input for `-`.
 *
 * @param wanted what it should hold, for the error: `a conversation in JSON`
 */
export async function readGivenFile(
  file: string,
  world: World,
  wanted: string,
): Promise<Uint8Array> {
  if (file === '-') return world.readInput();
  const path = resolve(world.workingDirectory, file);
  try {
    if (statSync(path).size > largest) throw new UsageError(`${file} is too large.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code ?? 'unknown'})`;
    throw new UsageError(`${file} ${why}. Give a file with ${wanted}.`);
  }
}
