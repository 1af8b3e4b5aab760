import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settlePlaces } from './settle-places.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A place that writes down what was done to it, and whose history takes as long as it likes. */
function placeWith(name: string, done: string[], flush: () => Promise<void>) {
  const history = {
    log: async () => [],
    diff: async () => [],
    show: async () => new Uint8Array(),
    async flush() {
      await flush();
      done.push(`${name} committed`);
    },
  };
  const close = async () => {
    done.push(`${name} closed`);
  };
  return { history, store: { close } } as unknown as Parameters<typeof settlePlaces>[0][number];
}

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test('what waits for its commit is committed before the directory is closed', async () => {
  const done: string[] = [];
  const settled = settlePlaces([placeWith('slow', done, () => sleep(4_999))]);
  await vi.advanceTimersByTimeAsync(4_998);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await settled;
  expect(done).toEqual(['slow committed', 'slow closed']);
  // Nothing is left that would keep the process.
  expect(vi.getTimerCount()).toBe(0);
});

test('a history that does not get ready holds the end up for five seconds, no longer', async () => {
  const done: string[] = [];
  let isOver = false;
  const stuck = placeWith('stuck', done, () => new Promise(() => {}));
  const quick = placeWith('quick', done, async () => {});
  const settled = settlePlaces([stuck, quick]).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(isOver).toBe(false);
  expect(done).toEqual(['quick committed', 'quick closed']);
  await vi.advanceTimersByTimeAsync(1);
  await settled;
  expect(done).not.toContain('stuck committed');
});

test('a history that fails keeps neither its own directory nor others from being closed', async () => {
  const done: string[] = [];
  const failing = placeWith('failing', done, async () => {
    throw new Error('no git');
  });
  await settlePlaces([failing, placeWith('other', done, async () => {})]);
  expect(done.toSorted()).toEqual(['failing closed', 'other closed', 'other committed']);
});
