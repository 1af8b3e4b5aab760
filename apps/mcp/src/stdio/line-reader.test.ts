import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LineReader, type ReadLine } from './line-reader.js';

function readAll(chunks: readonly Buffer[], limit = 1_000_000): ReadLine[] {
  const reader = new LineReader(limit);
  const lines = chunks.flatMap((chunk) => [...reader.read(chunk)]);
  return [...lines, ...reader.rest()];
}

test('however the bytes arrive, the lines are the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ''))),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (texts, sizes) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value as number;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        const whole = Buffer.from(texts.join('\n')).toString('utf8').split('\n');
        expect(readAll(chunks)).toEqual(
          texts.length === 0 ? [] : whole.map((text) => ({ kind: 'line', text })),
        );
      },
    ),
  );
});

test('a line over the limit is named as such, and those around it are read', () => {
  const lines = readAll([Buffer.from('ab\nabcdef'), Buffer.from('ghi\ncd\r\nlast')], 5);
  expect(lines).toEqual([
    { kind: 'line', text: 'ab' },
    { kind: 'long' },
    { kind: 'line', text: 'cd' },
    { kind: 'line', text: 'last' },
  ]);
});

test('a long line in small pieces is put together once, whatever its length', () => {
  const concat = vi.spyOn(Buffer, 'concat');
  onTestFinished(() => concat.mockRestore());
  const reader = new LineReader(1e9);
  const piece = Buffer.alloc(64, 120);
  for (let at = 0; at < 10_000; at++) for (const _ of reader.read(piece));
  expect(concat).not.toHaveBeenCalled();
  const [line] = [...reader.rest()];
  expect(line).toMatchObject({ kind: 'line', text: 'x'.repeat(640_000) });
  expect(concat).toHaveBeenCalledTimes(1);
});

test('of a line over the limit nothing is kept, however long it goes on', () => {
  const reader = new LineReader(1_000);
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 200; at++) for (const _ of reader.read(Buffer.alloc(1_000_000, 120)));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000);
});
