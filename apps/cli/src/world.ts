/** What a command line program gets from its surroundings; main.ts makes the real one. */
export interface World {
  /** Without the program itself. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute, with links resolved. */
  readonly workingDirectory: string;
  readonly homeDirectory: string;
  readonly platform: string;
  now(): Date;
  readonly version: string;
  /** The words that start this program again: the runtime and its script. */
  readonly program: readonly [string, string];
  readonly outputIsTerminal: boolean;
  readonly errorIsTerminal: boolean;
  readInput(): Promise<Uint8Array>;
  writeOutput(text: string): void;
  writeError(text: string): void;
}
