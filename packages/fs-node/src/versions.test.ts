import { expect, test } from 'vitest';
import type { FileStatus } from './file-system.js';
import { contentVersion, isYoung, sizeInContentVersion, statusVersion } from './versions.js';

function status(times: { mtimeMs: number; ctimeMs?: number }, ino = 7, size = 3): FileStatus {
  const { mtimeMs, ctimeMs = mtimeMs } = times;
  return { ino, size, mode: 0, uid: 0, gid: 0, mtimeMs, ctimeMs } as FileStatus;
}

const fine = 1_796_000_000_000.25;
const coarse = 1_796_000_000_000;

test.each([
  ['fine times, 19 ms later', fine, 19, true],
  ['fine times, 21 ms later', fine, 21, false],
  ['whole milliseconds, 21 ms later', coarse, 21, true],
  ['whole milliseconds, 2,999 ms later', coarse, 2999, true],
  ['whole milliseconds, 3,000 ms later', coarse, 3000, false],
  ['a time in the future', fine, -5000, true],
])('%s: young is %s', (_, changed, later, young) => {
  expect(isYoung(status({ mtimeMs: changed }), changed + later)).toBe(young);
});

test('a time of change that was set back does not make a file old', () => {
  expect(isYoung(status({ mtimeMs: fine - 60_000, ctimeMs: fine }), fine + 10)).toBe(true);
});

test('each part of the status, to its last bit, changes the version', () => {
  const least = 2 ** -12;
  const versions = [
    status({ mtimeMs: fine }),
    status({ mtimeMs: fine + least, ctimeMs: fine }),
    status({ mtimeMs: fine, ctimeMs: fine + least }),
    status({ mtimeMs: fine + 1000 }),
    status({ mtimeMs: fine }, 8),
    status({ mtimeMs: fine }, 7, 4),
  ].map(statusVersion);
  expect(new Set(versions).size).toBe(versions.length);
});

test('a version of contents tells their size', () => {
  expect(sizeInContentVersion(contentVersion(new Uint8Array(12)))).toBe(12);
  expect(sizeInContentVersion(statusVersion(status({ mtimeMs: fine })))).toBeUndefined();
});
