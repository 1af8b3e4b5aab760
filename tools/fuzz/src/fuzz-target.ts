import { faultOfGrowth, longLength } from './growth.ts';
import { growing, mutate } from './mutate.ts';
import { Random } from './random.ts';
import type { Target } from './target.ts';

export interface Fault {
  readonly target: string;
  readonly what: string;
  /** The text that brings it about, or how it begins. */
  readonly text: string;
}

export interface FuzzResult {
  readonly runs: number;
  readonly fault?: Fault;
}

/** One text in so many is grown, to see how the time grows with it. */
const growEvery = 40;
/** Texts that were worth keeping to go on from. */
const mostKept = 500;

/**
 * Gives the target one text after the other until the time is over or a fault is found.
 *
 * @param began told the text before each run: should the run never end, it is known why
 */
export async function fuzzTarget(
  target: Target,
  { seed, milliseconds }: { readonly seed: number; readonly milliseconds: number },
  began: (text: string) => void,
): Promise<FuzzResult> {
  const random = new Random(seed);
  const pool = [...target.seeds];
  const end = Date.now() + milliseconds;
  let runs = 0;
  for (; Date.now() < end; runs++) {
    const text = mutate(random.pick(pool), random.pick(pool), random);
    began(text);
    const what =
      runs % growEvery === growEvery - 1
        ? await grown(target, text, random, began)
        : await crashed(target, text);
    if (what !== undefined)
      return { runs, fault: { target: target.name, what, text: text.slice(0, 2_000) } };
    if (pool.length < mostKept && random.below(20) === 0) pool.push(text);
  }
  return { runs };
}

async function crashed(target: Target, text: string): Promise<string | undefined> {
  try {
    await target.run(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

async function grown(
  target: Target,
  text: string,
  random: Random,
  began: (text: string) => void,
): Promise<string | undefined> {
  const grow = growing(text, random);
  const long = grow(longLength);
  began(long);
  const what = await crashed(target, long);
  if (what !== undefined) return `${what} (grown: ${JSON.stringify(long.slice(0, 300))}…)`;
  const slow = await faultOfGrowth((grownText) => target.run(grownText), grow);
  return (
    slow && `${slow}: ${JSON.stringify(long.slice(0, 300))}…${JSON.stringify(long.slice(-50))}`
  );
}
