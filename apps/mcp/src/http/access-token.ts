import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { MemoryError } from '@mem/core';

/** A token that somebody can guess is none. */
const shortest = 16;

export interface AccessToken {
  readonly value: string;
  /** True: nobody knows it yet, so it has to be printed. */
  readonly fresh: boolean;
}

/**
 * From the file, else from MEM_MCP_TOKEN, else a new one.
 *
 * @throws MemoryError REFUSED when the file cannot be read or the token is too short
 */
export function findToken(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): AccessToken {
  if (file !== undefined) return checked(readToken(file), 'The token in --token-file');
  const given = environment.MEM_MCP_TOKEN;
  if (given) return checked(given, 'MEM_MCP_TOKEN');
  return { value: randomBytes(32).toString('base64url'), fresh: true };
}

function readToken(file: string): string {
  try {
    // Another kind of file may have no end, or wait for ever.
    if (statSync(file).isFile()) return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unusable(`${file} cannot be read (${code}).`);
  }
  throw unusable(`${file} is not a regular file.`);
}

function unusable(why: string): MemoryError {
  return new MemoryError('REFUSED', `${why} Give --token-file another file.`);
}

function checked(value: string, what: string): AccessToken {
  if (value.length >= shortest && /^[\x21-\x7e]+$/.test(value)) return { value, fresh: false };
  throw new MemoryError(
    'REFUSED',
    `${what} must have at least ${shortest} characters, letters, digits and signs without blanks.`,
  );
}

/** Compares in the same time whatever is wrong, so that nothing can be learnt letter by letter. */
export function holdsToken(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
