import type { ParsedEntryFile } from '../entry-file/parsed-entry-file.js';
import { isMemoryError } from '../errors.js';
import type { GuardInput } from '../guard/guard-options.js';
import type { JudgedChange } from '../guard/judge-change.js';
import type { Problem } from '../problem.js';
import type { StoreWorld } from './store-world.js';

/**
 * Looks at a change before its first byte is written. The rules are loaded with the first change.
 *
 * @returns warnings, for after it is done
 * @throws GuardError when it brings what must not be kept
 */
export async function guardChange(world: StoreWorld, change: JudgedChange): Promise<Problem[]> {
  const { judgeChange } = await import('../guard/judge-change.js');
  return judgeChange(change, world.guard, world.now());
}

/** For changes whose only text of their own is the reason that goes into the history. */
export async function guardMessage(
  world: StoreWorld,
  path: string,
  { message, override }: { message?: string; override?: true | readonly string[] },
): Promise<Problem[]> {
  return message === undefined ? [] : guardChange(world, { path, after: { message }, override });
}

/** What the file of an entry says, for the guard. */
export function guardInputOf(parsed: ParsedEntryFile): GuardInput {
  const { name, description, type, body, metadata } = parsed;
  return { name, description, type, body, metadata };
}

/**
 * Does the work; an error of it may quote what was given, and then quotes it without its secrets.
 */
export async function withoutSecrets<T>(
  given: readonly (string | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    const { redactSecrets } = await import('../guard/redact-secrets.js');
    const texts = given.filter((text) => typeof text === 'string');
    throw Object.assign(error, { message: redactSecrets(error.message, texts) });
  }
}
