import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { World } from '../world.js';
import { startProgress } from './progress.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(errorIsTerminal: boolean) {
  let shown = '';
  const writeError = (text: string) => {
    shown += text;
  };
  const world = { errorIsTerminal, writeError } as unknown as World;
  const progress = startProgress(world, (done) => `${done} done`);
  const work = (milliseconds: number) => {
    vi.setSystemTime(Date.now() + milliseconds);
    progress.step();
  };
  return { progress, work, shown: () => shown };
}

it('says nothing about what is over in a second', () => {
  const { progress, work, shown } = start(true);
  work(500);
  work(499);
  progress.end();
  expect(shown()).toBe('');
});

it('shows one line, not too often, and takes it away', () => {
  const { progress, work, shown } = start(true);
  work(1000);
  work(100);
  work(100);
  progress.end();
  expect(shown()).toBe('\r1 done\u001b[K\r3 done\u001b[K\r\u001b[K');
});

it('keeps quiet where nobody looks', () => {
  const { progress, work, shown } = start(false);
  work(5000);
  progress.end();
  expect(shown()).toBe('');
});
