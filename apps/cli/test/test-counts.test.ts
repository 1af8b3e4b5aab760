import { expect, it } from 'vitest';

interface Counted {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

/** What the root's `npm test` counts with. */
const { countsOf, addUp } = (await import(
  new URL('../../../scripts/test-counts.mjs', import.meta.url).href
)) as {
  countsOf(task: object, results?: object): Counted[];
  addUp(counts: readonly Counted[]): { passed: number; failed: number };
};

const passing = { taskId: 'a#test', task: 'test', execution: { exitCode: 0 } };
const failing = { ...passing, execution: { exitCode: 1 } };

function results(passed: number, failed: number, files: object[] = []) {
  return { numPassedTests: passed, numFailedTests: failed, testResults: files };
}

const crashed = { status: 'failed', assertionResults: [] };
const withFailure = { status: 'failed', assertionResults: [{ status: 'failed' }] };

it.each<[string, object, object | undefined, number, number]>([
  ['tests that pass', passing, results(3, 0), 3, 0],
  [
    'tests repeated from the cache',
    { ...passing, execution: undefined, cache: { status: 'HIT' } },
    results(3, 0),
    3,
    0,
  ],
  ['tests that fail, once each', failing, results(3, 2, [withFailure]), 3, 2],
  ['a file that could not be loaded', failing, results(3, 0, [crashed]), 3, 1],
  ['a failure outside of any test', failing, results(3, 0), 3, 1],
  ['a runner that died before it wrote anything', failing, undefined, 0, 1],
  ['a task that was never started', { ...passing, execution: undefined }, undefined, 0, 1],
  ['a runner of another kind', passing, undefined, 1, 0],
])('counts %s', (_, task, found, passed, failed) => {
  expect(countsOf(task, found)).toEqual([{ name: 'a#test', passed, failed }]);
});

it('counts a build only when it fails', () => {
  expect(countsOf({ ...passing, task: 'build' })).toEqual([]);
  expect(countsOf({ ...failing, task: 'build' })).toMatchObject([{ passed: 0, failed: 1 }]);
});

it('adds up', () => {
  const counts = [passing, failing].flatMap((task) => countsOf(task));
  expect(addUp(counts)).toEqual({ passed: 1, failed: 1 });
});
