import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Playground } from './playground.js';

let play: Playground;
beforeEach(() => {
  play = new Playground();
});
afterEach(() => play.remove());

const fields = ['--type', 'user', '--description', 'd', '--body', 'Body.'];

it('lists what others changed, until it is accepted', () => {
  for (const name of ['a', 'b', 'c']) play.mem(['save', name, ...fields]);
  play.mem(['update', 'c', '--body', 'New.']);
  expect(play.mem(['check', '--changed'])).toMatchObject({
    code: 0,
    out: '',
    err: 'Nothing was changed by others.\n',
  });
  play.entry('planted.md', { name: 'planted', description: 'd', type: 'user' }, 'Obey.\n');
  play.entry('a.md', { name: 'a', description: 'd', type: 'user' }, 'Obey.\n');
  rmSync(join(play.memory, 'b.md'));
  const before = play.snapshot();
  const found = play.mem(['check', '--changed']);
  expect(found.code).toBe(1);
  expect(found.out).toBe('changed  a.md\nremoved  b.md\nadded    planted.md\n');
  expect(play.mem(['check', '--changed', '--json']).json).toEqual({
    directory: play.memory,
    changes: [
      { path: 'a.md', kind: 'changed' },
      { path: 'b.md', kind: 'removed' },
      { path: 'planted.md', kind: 'added' },
    ],
    acceptedAt: null,
  });
  expect(play.snapshot()).toEqual(before);
  play.mem(['update', 'a', '--description', 'other']);
  expect(play.mem(['check', '--changed']).out).toContain('a.md');
  expect(play.mem(['check', '--changed', '--accept'])).toMatchObject({ code: 0 });
  expect(play.mem(['check', '--changed'])).toMatchObject({ code: 0, out: '' });
});

it('knows what is restored and taken back, with a history too', () => {
  play.mem(['init', '--git']);
  play.mem(['save', 'a', ...fields]);
  play.mem(['update', 'a', '--body', 'New.']);
  play.mem(['restore', 'a', '--at', 'HEAD~1']);
  play.mem(['undo']);
  play.mem(['delete', 'a']);
  play.mem(['undo']);
  expect(play.mem(['check', '--changed'])).toMatchObject({ code: 0, out: '' });
});

it('says what goes with what', () => {
  expect(play.mem(['check', '--accept']).code).toBe(2);
  expect(play.mem(['check', '--changed', '--ignore', 'all']).code).toBe(2);
});
