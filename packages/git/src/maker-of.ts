import type { ChangeMaker } from './waiting-change.js';

/** Of all options those that say who makes a change. */
export function makerOf({ tool, agent, author }: ChangeMaker): ChangeMaker {
  return {
    ...(tool === undefined ? {} : { tool }),
    ...(agent === undefined ? {} : { agent }),
    ...(author === undefined ? {} : { author }),
  };
}
