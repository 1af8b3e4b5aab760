import type { ProcessIdentity } from '@mem/fs-node/internal';

/** The object that the text holds; undefined for any other text, as a crash may leave behind. */
export function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The process that a file names as its owner; undefined when that is not to be understood. */
export function parseOwner(value: unknown): ProcessIdentity | undefined {
  if (!isObject(value)) return undefined;
  const { pid, start, realm } = value;
  if (!Number.isSafeInteger(pid) || Number(pid) <= 0) return undefined;
  if (typeof start !== 'string' || typeof realm !== 'string') return undefined;
  return { pid: Number(pid), start, realm };
}
