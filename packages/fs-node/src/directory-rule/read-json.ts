import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const largest = 16 * 1024 * 1024;

export type JsonFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>> }
  /** There, but not a JSON object; the fault completes "the file …". */
  | { readonly kind: 'faulty'; readonly fault: string };

/** Reads a small settings file. Never waits on a pipe, never reads without limit. */
export function readJsonObject(path: string): JsonFile {
  const text = readText(path);
  if (typeof text !== 'string') return text;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { kind: 'object', value: value as Record<string, unknown> };
    }
    return { kind: 'faulty', fault: 'is not a JSON object' };
  } catch {
    return { kind: 'faulty', fault: 'is not valid JSON' };
  }
}

function readText(path: string): string | JsonFile {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return { kind: 'faulty', fault: `cannot be read (${code ?? 'unknown'})` };
  }
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return { kind: 'faulty', fault: 'is not a regular file' };
    if (status.size > largest) return { kind: 'faulty', fault: 'is larger than 16 MB' };
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
