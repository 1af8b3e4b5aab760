import type { Goal, Measurement, Report } from '../benchmark.js';
import { median } from '../statistics.js';

/** Two things that were measured in turns, and what their ratio has to be. */
export interface Pair {
  readonly measurements: readonly Measurement[];
  readonly goal: Goal;
}

/** In milliseconds. */
export async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

export interface PairTimes {
  readonly what: string;
  readonly plain: string;
  readonly times: { readonly ours: readonly number[]; readonly plain: readonly number[] };
  readonly limit: number;
}

export function pairOf({ what, plain, times, limit }: PairTimes): Pair {
  const [ours, others] = [median(times.ours), median(times.plain)];
  return {
    measurements: [
      { what, figures: [ours] },
      { what: plain, figures: [others] },
    ],
    goal: { what: `${what} / ${plain}`, measured: ours / others, limit, unit: '×' },
  };
}

export function reportOf(title: string, pairs: readonly Pair[]): Report {
  return {
    title,
    columns: ['median ms'],
    measurements: pairs.flatMap(({ measurements }) => measurements),
    goals: pairs.map(({ goal }) => goal),
    notes: [],
  };
}
