import { MemoryError } from '@mem/core';

export interface RateLimiter {
  /** @throws MemoryError LIMIT when there have been too many calls lately */
  take(): void;
}

/**
 * At most so many calls at once, and as many again in each minute; a model that calls in a loop is
 * told so. 0 sets no limit.
 */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  let left = perMinute;
  let filled = now();
  return {
    take() {
      if (perMinute === 0) return;
      const time = now();
      left = Math.min(perMinute, left + ((time - filled) / 60_000) * perMinute);
      filled = time;
      if (left < 1) {
        const seconds = Math.ceil(((1 - left) / perMinute) * 60);
        throw new MemoryError(
          'LIMIT',
          `More than ${perMinute} calls a minute; this one did nothing. Wait ${seconds} s. A person can raise the limit with mem-mcp --rate.`,
        );
      }
      left -= 1;
    },
  };
}
