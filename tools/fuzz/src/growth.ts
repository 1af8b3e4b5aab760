/** Lengths whose times are compared; the longer is eight times the shorter. */
export const shortLength = 8_192;
export const longLength = 65_536;

/** Linear work takes eight times as long; quadratic, sixty-four. */
const mostTimes = 24;
/** A suspicion is looked into with a text four times as long again: four times, or sixteen. */
const mostTimesAgain = 9;
/** In milliseconds of processor time: below it nothing is slow, and nothing can be measured. */
const leastTime = 120;

/**
 * What is wrong with the time that a growing text takes, if anything is. By processor time and the
 * best of several runs, so that a busy machine does not matter.
 */
export async function faultOfGrowth(
  run: (text: string) => unknown,
  grow: (length: number) => string,
): Promise<string | undefined> {
  const long = grow(longLength);
  if ((await timeOf(run, long)) < leastTime) return undefined;
  const longTime = await bestOf(run, long);
  if (longTime < leastTime) return undefined;
  const shortTime = Math.max(await bestOf(run, grow(shortLength)), 1);
  if (longTime / shortTime <= mostTimes) return undefined;
  const longerTime = await bestOf(run, grow(longLength * 4));
  if (longerTime / longTime <= mostTimesAgain) return undefined;
  return `${longLength * 4} characters took ${longerTime.toFixed(0)} ms, ${longLength} took ${longTime.toFixed(0)} ms, ${shortLength} took ${shortTime.toFixed(0)} ms`;
}

async function bestOf(run: (text: string) => unknown, text: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) best = Math.min(best, await timeOf(run, text));
  return best;
}

async function timeOf(run: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  await run(text);
  return process.cpuUsage(before).user / 1_000;
}
