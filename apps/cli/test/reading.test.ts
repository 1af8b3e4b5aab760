import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Playground } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
});
afterEach(() => play.remove());

const readingCalls = [
  ['list'],
  ['show', 'a'],
  ['show', 'no-such'],
  ['search', 'body'],
  ['search', 'body', '--contains'],
  ['recall', 'body', '--links', '--workspace', '.'],
  ['verify', '--workspace', '.'],
  ['status', '--verify', '--workspace', '.'],
  ['list', '--ignore', 'name:a'],
  ['completion', 'bash'],
  ['__complete', 'raw', 'show', ''],
  ['context'],
  ['index'],
  ['index', '--check'],
  ['check'],
  ['where'],
  ['--help'],
];

it('changes no byte and no time, and creates nothing', () => {
  play.entry('a.md', { name: 'a', description: 'd', type: 'user' });
  play.entry('broken.md', { name: '"a" b', description: 'x: y' });
  play.write('memory/bad.md', Buffer.from([0xff, 0xfe]));
  play.write('memory/MEMORY.md', '- [a](a.md)\n- [gone](gone.md)\n');
  symlinkSync('a.md', join(play.memory, 'link.md'));
  const before = play.snapshot();
  for (const words of readingCalls) {
    play.mem(words);
    play.mem([...words, '--json']);
  }
  expect(play.snapshot()).toEqual(before);
});

it('creates nothing in a project without a memory', () => {
  const before = play.snapshot();
  for (const words of readingCalls) play.call(words);
  for (const words of [
    ['delete', 'x'],
    ['rename', 'x', 'y'],
    ['undo'],
    ['update', 'x', '--body=y'],
    ['edit', 'x'],
  ]) {
    expect(play.call(words, { environment: { EDITOR: 'true' } }).code).toBe(1);
  }
  expect(play.snapshot()).toEqual(before);
});
