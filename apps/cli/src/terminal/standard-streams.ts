import { fstatSync, type Stats, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';

/** What was asked for is done, but nobody can be told: the disk is full, the device is gone. */
export class OutputError extends Error {}

/** A fast no for all but devices: the module that really knows takes longer to load than to ask. */
export function isTerminal(descriptor: number): boolean {
  try {
    const status = fstatSync(descriptor);
    if (!status.isCharacterDevice() || isNullDevice(status)) return false;
    return process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    return false;
  }
}

/** What output that nobody wants goes to is a device too. */
function isNullDevice({ rdev }: Stats): boolean {
  return (
    process.platform !== 'win32' && rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev
  );
}

/**
 * Writes all of the text before it returns; process.stdout would cost every start two
 * milliseconds. A reader that has seen enough (`mem list | head`) ends the program quietly.
 */
export function writeText(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') process.exit();
      if (code !== 'EAGAIN') throw new OutputError(code ?? 'unknown error', { cause: error });
      // Somebody made the pipe non-blocking, and it is full: let its reader run.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
