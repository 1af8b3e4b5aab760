import type { World } from '../world.js';

export interface Progress {
  /** One more thing was done. */
  step(): void;
  /** Takes the line away. */
  end(): void;
}

/** What is over sooner needs no line. */
const patience = 1000;
const pause = 200;

/** A line on standard error about work that takes long; none where that is no terminal. */
export function startProgress(world: World, describe: (done: number) => string): Progress {
  if (!world.errorIsTerminal) return { step() {}, end() {} };
  let done = 0;
  let next = Date.now() + patience;
  let isShown = false;
  return {
    step() {
      done++;
      if (Date.now() < next) return;
      next = Date.now() + pause;
      isShown = true;
      world.writeError(`\r${describe(done)}\u001b[K`);
    },
    end() {
      if (isShown) world.writeError('\r\u001b[K');
    },
  };
}
