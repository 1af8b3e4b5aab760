import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OptionTable } from './arguments/option.js';
import { UsageError } from './arguments/usage-error.js';
import type { World } from './world.js';

export const bodyOptions = {
  body: { type: 'string', value: 'TEXT', description: 'the body; - reads standard input' },
  'body-file': {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    description: 'a file that holds the body',
  },
} as const satisfies OptionTable;

interface BodyArguments {
  readonly body: string | undefined;
  readonly 'body-file': string | undefined;
  /** What stands after the name; only `-` is allowed there. */
  readonly rest: readonly string[];
}

const largest = 16 * 1024 * 1024;

/** The body that was given, in whichever way; undefined when none was. */
export async function readBody(given: BodyArguments, world: World): Promise<string | undefined> {
  const { body, 'body-file': file, rest } = given;
  for (const word of rest) {
    if (word !== '-') {
      throw new UsageError(
        `${JSON.stringify(word)} is one argument too many. Give a body with --body, or - to read standard input.`,
      );
    }
  }
  const ways = [body !== undefined, file !== undefined, rest.length > 0].filter(Boolean).length;
  if (ways > 1) throw new UsageError('Give the body once: --body, --body-file or -.');
  if (file !== undefined) return decode(readFile(resolve(world.workingDirectory, file)), file);
  if (body !== '-' && rest.length === 0) return body;
  return decode(await world.readInput(), 'Standard input');
}

function readFile(path: string): Uint8Array {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY);
    const { size } = fstatSync(descriptor);
    if (size > largest) throw new UsageError(`${path} is too large for the body of a memory.`);
    return readFileSync(descriptor);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new UsageError(`${path} ${why}. Give --body-file a text file.`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${source} is not UTF-8 text. Convert it first.`);
  }
}
