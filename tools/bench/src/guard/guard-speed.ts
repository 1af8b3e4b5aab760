import { type GuardOptions, guardText } from '@mem/core';
import type { Benchmark, BenchmarkOptions, Goal, Measurement, Report } from '../benchmark.js';
import { fileText, generateTexts } from '../search/generated-texts.js';
import { median } from '../statistics.js';
import { hostilePieces } from './hostile-texts.js';

/** What the look at a change costs, and that no text makes it slow. */
export const guardSpeed: Benchmark = {
  name: 'guard',
  about: 'what the guard costs a save, and its time on hostile texts of twice the length',
  async *run(options) {
    yield ordinary(options);
    yield hostile(options);
  },
};

function ordinary({ quick }: BenchmarkOptions): Report {
  const texts = [...generateTexts(quick ? 500 : 5_000)].map((text) => fileText(text));
  const times = texts
    .slice(0, 200)
    .concat(texts)
    .map((body) => timeOf(() => look(body)));
  const perMemory = median(times.slice(200));
  return {
    title: `The guard, ${texts.length.toLocaleString('en')} memories of 0.9 KB`,
    columns: ['ms'],
    measurements: [{ what: 'a memory, median', figures: [perMemory] }],
    goals: [{ what: 'a memory, median', measured: perMemory, limit: 0.5, unit: 'ms' }],
    notes: [],
  };
}

/** A pattern of a project that would hang the platform's own engine. */
const guard: GuardOptions = {
  rules: [{ id: 'slow', pattern: '(?:a+)+b|(?:[-.: "]|\\w)+!', message: 'a slow one' }],
};

function hostile({ quick }: BenchmarkOptions): Report {
  const length = quick ? 100_000 : 400_000;
  const rounds = quick ? 5 : 9;
  const measurements: Measurement[] = [];
  const goals: Goal[] = [];
  for (const [what, piece] of Object.entries(hostilePieces)) {
    const [short, long] = [length, 2 * length].map((size) =>
      piece.repeat(Math.ceil(size / piece.length)).slice(0, size),
    ) as [string, string];
    // In turns, the fastest of each: others share the machine.
    const times = Array.from({ length: rounds }, () => [
      timeOf(() => look(short, guard)),
      timeOf(() => look(long, guard)),
    ]);
    const [once, twice] = [0, 1].map((at) =>
      Math.min(...times.map((pair) => pair[at] as number)),
    ) as [number, number];
    measurements.push({ what, figures: [once, twice, twice / once] });
    goals.push({ what: `twice as many ${what}`, measured: twice / once, limit: 2.5, unit: '×' });
  }
  return {
    title: `The guard on hostile texts, ${length.toLocaleString('en')} and twice as many characters`,
    columns: ['ms', 'ms, twice the text', 'ratio'],
    measurements,
    goals,
    notes: ['With a rule of a project that takes exponential time in engines that backtrack.'],
  };
}

function look(text: string, options: GuardOptions = {}): void {
  guardText({ name: 'n', description: 'd', type: 'feedback', body: text, header: text }, options);
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
