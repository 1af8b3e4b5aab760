import { isMemoryError, type MemoryError, type MemoryErrorCode } from '../errors.js';
import type { Storage, StoragePath, StoredFile, StoredFileInfo } from '../storage.js';
import { storagePath } from '../storage-path.js';

/** @throws Error when the condition does not hold */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** For strings, numbers, booleans, null, and flat arrays of them. */
export function checkEqual(actual: unknown, expected: unknown, what: string): void {
  const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(is === shouldBe, `${what}: expected ${shouldBe}, found ${is}`);
}

export function checkBytes(
  actual: Uint8Array | undefined,
  expected: Uint8Array,
  what: string,
): void {
  check(actual !== undefined, `${what}: the file is absent`);
  checkEqual(actual.length, expected.length, `${what}: number of bytes`);
  for (let at = 0; at < expected.length; at++) {
    if (actual[at] !== expected[at]) checkEqual(actual[at], expected[at], `${what}: byte ${at}`);
  }
}

/** The error that the call rejects with; it must be a `MemoryError` of this code. */
export async function checkRejects(
  code: MemoryErrorCode | undefined,
  call: Promise<unknown>,
  what: string,
): Promise<MemoryError> {
  let error: unknown;
  try {
    await call;
  } catch (thrown) {
    error = thrown;
  }
  check(error !== undefined, `${what}: it must be refused, and was not`);
  check(isMemoryError(error), `${what}: it must reject with a MemoryError, not ${String(error)}`);
  if (code !== undefined) checkEqual(error.code, code, `${what}: code of the error`);
  return error;
}

export const path = storagePath;

export function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

export function decode(file: StoredFile | undefined): string | undefined {
  return file && new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
}

/** The file, which must be there. */
export async function mustRead(storage: Storage, at: StoragePath): Promise<StoredFile> {
  const file = await storage.read(at);
  check(file !== undefined, `${at} must be there`);
  return file;
}

export async function listed(storage: Storage, prefix?: StoragePath): Promise<StoredFileInfo[]> {
  const found: StoredFileInfo[] = [];
  for await (const info of storage.list(prefix)) found.push(info);
  return found;
}

/** Sorted, since the contract promises no order. */
export async function listedPaths(storage: Storage, prefix?: StoragePath): Promise<string[]> {
  return (await listed(storage, prefix)).map((info) => info.path as string).sort();
}

/**
 * What `look` answers, once `frame` answers the same before and after it. A version may change its
 * form when a file comes of age, without any change of the file: between such a moment and the
 * next there is time to look.
 */
export async function whileSteady<T>(
  frame: () => Promise<unknown>,
  look: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const before = JSON.stringify(await frame());
    const seen = await look();
    if (JSON.stringify(await frame()) === before) return seen;
  }
  throw new Error('the versions of files that nobody changes keep changing');
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(), milliseconds);
  });
}
