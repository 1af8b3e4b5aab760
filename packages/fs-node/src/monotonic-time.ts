/**
 * Milliseconds since some moment, by a clock that nobody sets. Not `monotonicTime()`, which Node
 * loads a module for when it is first asked.
 */
export function monotonicTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
