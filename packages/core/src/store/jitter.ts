/**
 * Waits a random while, longer with each attempt but never above 50 ms, so that writers who meet
 * at one file spread out.
 */
export function jitter(attempt: number): Promise<void> {
  const ceiling = Math.min(50, 2 ** Math.min(attempt, 6));
  return new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling));
}
