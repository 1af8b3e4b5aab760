/** What the choice of a directory depends on, besides the disk. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute, with links resolved. */
  readonly workingDirectory: string;
  readonly homeDirectory: string;
  /** As `process.platform` says. */
  readonly platform: string;
  /** The value of `--dir`. */
  readonly directoryOption: string | undefined;
}

/** Of all that a program knows of its world, what the choice needs. */
export function surroundingsOf(
  world: Omit<Surroundings, 'directoryOption'>,
  directoryOption?: string,
): Surroundings {
  const { environment, workingDirectory, homeDirectory, platform } = world;
  return { environment, workingDirectory, homeDirectory, platform, directoryOption };
}
