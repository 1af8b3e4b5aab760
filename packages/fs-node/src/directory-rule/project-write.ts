import { MemoryError } from '@mem/core';
import { findMemJson } from './find-mem-json.js';

/**
 * How a model may write: freely; only what a person agrees to at once; only as a proposal, which
 * waits for a person; or not at all. Each is stricter than the one before.
 */
export type WriteAccess = 'allow' | 'ask' | 'propose' | 'none';

const fromLaxToStrict: readonly WriteAccess[] = ['allow', 'ask', 'propose', 'none'];

export function strictestWrite(one: WriteAccess, other: WriteAccess): WriteAccess {
  return fromLaxToStrict.indexOf(one) >= fromLaxToStrict.indexOf(other) ? one : other;
}

/**
 * What `"write"` in the nearest `.mem.json` asks for; `allow` when nothing does. Who wrote the file
 * may have come with a repository, so it is to be combined by `strictestWrite`: it only tightens.
 *
 * @throws MemoryError REFUSED when it says something else: it may have meant to tighten
 */
export function projectWrite(workingDirectory: string): WriteAccess {
  const found = findMemJson(workingDirectory);
  if (found === undefined) return 'allow';
  const { path, file } = found;
  if (file.kind === 'faulty') throw new MemoryError('REFUSED', `${path} ${file.fault}. Mend it.`);
  const { write = 'allow' } = file.value;
  const access = fromLaxToStrict.find((known) => known === write);
  if (access !== undefined) return access;
  throw new MemoryError(
    'REFUSED',
    `"write" in ${path} must be one of ${fromLaxToStrict.join(', ')}. Mend it.`,
  );
}
