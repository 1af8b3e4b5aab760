import { indexPath, type StoragePath, storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { type PlanInput, planCommits, readyChanges } from './plan-commits.js';
import type { WaitingChange } from './waiting-change.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const entry = storagePath('entry.md');
const other = storagePath('other.md');

type StepText = readonly [
  path: StoragePath,
  sequence: number,
  before: string | null,
  after: string | null,
];

function change(
  id: string,
  steps: readonly StepText[],
  more: Partial<WaitingChange> = {},
): WaitingChange {
  return {
    id,
    message: id,
    at: 0,
    maker: {},
    isAbsorbed: false,
    steps: steps.map(([path, sequence, before, after]) => ({
      path,
      sequence,
      before: before === null ? null : bytes(before),
      after: after === null ? null : bytes(after),
    })),
    ...more,
  };
}

/** The planned commits as `message: path=text …`. */
function plan(
  committed: Record<string, string>,
  waiting: readonly WaitingChange[],
  more: Partial<PlanInput> = {},
): string[] {
  const { commits } = planCommits({
    isCommitted: (path, content) => {
      const text = committed[path];
      if (text === undefined || content === null) return text === undefined && content === null;
      return new TextDecoder().decode(content) === text;
    },
    outside: [],
    waiting,
    committed: new Map(),
    open: [],
    isFirst: false,
    now: 0,
    ...more,
  });
  return commits.map(({ message, files }) => {
    const texts = files.map(
      ({ path, bytes }) => `${path}=${bytes ? new TextDecoder().decode(bytes) : '-'}`,
    );
    return `${message.split('\n', 1)[0]}: ${texts.sort().join(' ')}`;
  });
}

test('changes of different entries share a commit, with the newest index', () => {
  const waiting = [
    change('one', [
      [entry, 1, null, 'e'],
      [indexPath, 4, 'two', 'both'],
    ]),
    change('two', [
      [other, 2, null, 'o'],
      [indexPath, 3, '', 'two'],
    ]),
  ];
  expect(plan({ 'MEMORY.md': '' }, waiting)).toEqual([
    'Change 2 memories: MEMORY.md=both entry.md=e other.md=o',
  ]);
});

test('changes of one entry have each its own commit, in the order of their steps', () => {
  const waiting = [
    change('second', [[entry, 2, 'a', 'b']]),
    change('first', [[entry, 1, null, 'a']]),
    change('third', [[entry, 3, 'b', null]]),
  ];
  expect(plan({}, waiting)).toEqual([
    'first: entry.md=a',
    'second: entry.md=b',
    'third: entry.md=-',
  ]);
});

test('changes of different makers do not share a commit', () => {
  const waiting = [
    change('one', [[entry, 1, null, 'e']], { maker: { agent: 'a' } }),
    change('two', [[other, 2, null, 'o']], { maker: { agent: 'b' } }),
  ];
  expect(plan({}, waiting)).toEqual(['one: entry.md=e', 'two: other.md=o']);
});

test('what a change met and nobody committed is committed before it', () => {
  expect(plan({ 'entry.md': 'a' }, [change('one', [[entry, 1, 'by hand', 'b']])])).toEqual([
    'Changed outside of @mem: changed entry.md: entry.md=by hand',
    'one: entry.md=b',
  ]);
});

test('what a change met and another change of ours is about to bring is nobody else’s', () => {
  const waiting = [
    change('one', [
      [other, 5, null, 'o'],
      [indexPath, 6, 'theirs', 'both'],
    ]),
  ];
  const open = [{ path: indexPath, sequence: 4 }];
  expect(plan({ 'MEMORY.md': '' }, waiting, { open })).toEqual(['one: MEMORY.md=both other.md=o']);
});

test('a step that is older than what is committed changes nothing', () => {
  const waiting = [
    change('late', [
      [other, 3, null, 'o'],
      [indexPath, 4, '', 'old'],
    ]),
  ];
  const committed = new Map([[indexPath, 9]]);
  expect(plan({ 'MEMORY.md': 'new' }, waiting, { committed })).toEqual(['late: other.md=o']);
});

test('a change that leaves all as it is needs no commit, unless its work went into another one', () => {
  const same = change('same', [[entry, 1, 'a', 'a']]);
  expect(plan({ 'entry.md': 'a' }, [same])).toEqual([]);
  expect(plan({ 'entry.md': 'a' }, [{ ...same, isAbsorbed: true }])).toEqual(['same: ']);
});

test('a change waits for an earlier one of its entry that is not complete, and others with it', () => {
  const waiting = [
    change('after', [[entry, 5, 'a', 'b']]),
    change('rename', [
      [entry, 6, 'b', null],
      [other, 7, null, 'b'],
    ]),
    change('follows', [[other, 8, 'b', 'c']]),
    change('free', [
      [storagePath('free.md'), 9, null, 'f'],
      [indexPath, 10, '', 'i'],
    ]),
  ];
  const open = [
    { path: entry, sequence: 4 },
    { path: indexPath, sequence: 1 },
  ];
  const { ready, early } = readyChanges(waiting, open);
  expect(ready.map(({ id }) => id)).toEqual(['free']);
  expect(early.map(({ id }) => id)).toEqual(['after', 'rename', 'follows']);
});
