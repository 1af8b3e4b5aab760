import type { World } from '../world.js';

/** What the choice of a directory depends on, besides the disk. */
export type Surroundings = Pick<
  World,
  'environment' | 'workingDirectory' | 'homeDirectory' | 'platform'
> & {
  /** The value of `--dir`. */
  readonly directoryOption: string | undefined;
};

export function surroundingsOf(world: World, directoryOption?: string): Surroundings {
  const { environment, workingDirectory, homeDirectory, platform } = world;
  return { environment, workingDirectory, homeDirectory, platform, directoryOption };
}
