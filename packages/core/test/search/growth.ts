/**
 * How many times longer twice the input takes. The best of several tries: other programs on the
 * machine make a run slower, never faster.
 */
export function growthOf(run: (count: number) => void, count: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 8 && least > 2.2; attempt++) {
    least = Math.min(least, timeOf(run, 2 * count) / Math.max(timeOf(run, count), 0.5));
  }
  return least;
}

function timeOf(run: (count: number) => void, count: number): number {
  const before = performance.now();
  run(count);
  return performance.now() - before;
}
