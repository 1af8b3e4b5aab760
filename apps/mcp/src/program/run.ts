import { isMemoryError } from '@mem/core';
import type { Surroundings } from '@mem/fs-node/directory-rule';
import type { Streams } from '../stdio/run-stdio.js';
import { helpText } from './options.js';
import { readSettings, type Settings } from './read-settings.js';
import { settlePlaces } from './settle-places.js';
import { UsageError } from './usage-error.js';

/** What the program gets from its surroundings; main.ts makes the real one. */
export interface ProgramWorld extends Omit<Surroundings, 'directoryOption'> {
  readonly arguments: readonly string[];
  readonly version: string;
  readonly streams: Streams;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  /** A line for the person or the client's log; standard output belongs to the protocol. */
  log(line: string): void;
}

/** Serves until it is told to stop. Resolves to the exit code; never rejects. */
export async function run(world: ProgramWorld): Promise<number> {
  try {
    const settings = readSettings(world.arguments, world.environment);
    if (settings.mode === 'serve') return await serve(settings, world);
    const text = settings.mode === 'help' ? helpText() : `${world.version}\n`;
    world.streams.output.write(text);
    return 0;
  } catch (error) {
    const isOurs = error instanceof UsageError || isMemoryError(error);
    world.log(isOurs ? error.message : `A fault in mem-mcp itself: ${String(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function serve(
  settings: Extract<Settings, { mode: 'serve' }>,
  world: ProgramWorld,
): Promise<number> {
  const [{ openPlaces }, { createServerWorld }, { projectWrite, strictestWrite }] =
    await Promise.all([
      import('../places/open-places.js'),
      import('../server/create-server-world.js'),
      import('@mem/fs-node/directory-rule'),
    ]);
  const write = strictestWrite(settings.write, projectWrite(world.workingDirectory));
  if (write !== settings.write) world.log(`.mem.json asks for --write ${write}`);
  const places = await openPlaces(settings.places, world);
  for (const { directory } of places) world.log(`serving ${directory}`);
  const serverWorld = createServerWorld({
    version: world.version,
    places,
    write,
    session: settings.http === undefined ? sessionOf(world.environment) : undefined,
    rate: settings.rate,
    report: (error) => world.log(error instanceof Error ? error.message : String(error)),
  });
  if (settings.http === undefined) {
    const { runStdio } = await import('../stdio/run-stdio.js');
    await runStdio(serverWorld, world.streams, world.stop);
  } else {
    const { runHttp } = await import('../http/run-http.js');
    await runHttp(serverWorld, settings.http, world);
  }
  await settlePlaces(places);
  return 0;
}

/** A process on standard input serves one conversation, which its client may name. */
function sessionOf(environment: ProgramWorld['environment']): string | undefined {
  return environment.MEM_SESSION || environment.CLAUDE_CODE_SESSION_ID || undefined;
}
