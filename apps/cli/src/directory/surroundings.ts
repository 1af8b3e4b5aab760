import type { World } from '../world.js';

/** What the choice of a directory depends on, besides the disk. */
export type Surroundings = Pick<
  World,
  'environment' | 'workingDirectory' | 'homeDirectory' | 'platform'
> & {
  /** The value of `--dir`. */
  readonly directoryOption: string | undefined;
};
