/** Runs the jobs with at most `width` at a time; results keep the order of the jobs. */
export async function inPool<T, R>(
  jobs: readonly T[],
  width: number,
  run: (job: T) => Promise<R>,
  done: (result: R, index: number) => void = () => {},
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const index = next++;
      const result = await run(jobs[index]!);
      results[index] = result;
      done(result, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker));
  return results;
}
