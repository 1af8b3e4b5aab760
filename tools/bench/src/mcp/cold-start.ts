import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchmarkOptions, Goal, Report } from '../benchmark.js';
import { reference, rolldownProgram } from '../places.js';
import { generateDirectory } from '../search/generated-directory.js';
import { median } from '../statistics.js';
import type { Command } from '../time-programs.js';
import { otherServers, ourServer, referenceServer } from './memory-servers.js';
import { ServerProcess } from './server-process.js';

/** The least that any server on this SDK can take. */
export const empty = 'the SDK with one empty tool, bundled';
const ours = `${ourServer.name}, no memories yet`;

interface Start {
  readonly command: Command;
  readonly environment: Readonly<Record<string, string>>;
}

/** What a client waits for: from the start of the program to its first list of tools. */
export async function timeColdStarts({ quick, scratch }: BenchmarkOptions): Promise<Report> {
  const others = otherServers();
  const starts: Record<string, Start> = {
    [empty]: { command: [process.execPath, bundleEmptyServer(scratch)], environment: {} },
    [ours]: startOf(ourServer, folderIn(scratch, 'none')),
    [`${ourServer.name}, 1,000 memories`]: startOf(ourServer, generateDirectory(scratch, 1_000)),
  };
  for (const [index, other] of others.entries()) {
    starts[other.name] = startOf(other, folderIn(scratch, `other-${index}`));
  }
  const times = await timeStarts(starts, quick ? 5 : 21);
  return {
    title: 'The MCP server: from start to first list of tools',
    columns: ['median ms'],
    measurements: Object.entries(times).map(([what, time]) => ({ what, figures: [time] })),
    goals: [
      goal(times, empty, 1.2),
      ...(others.length > 0 ? [goal(times, referenceServer.name, 0.6)] : []),
    ],
    notes: others.length > 0 ? [] : [notInstalled],
  };
}

export const notInstalled = 'Not measured, because they could not be installed: other servers.';

function goal(times: Readonly<Record<string, number>>, other: string, limit: number): Goal {
  return { what: `${ours} / ${other}`, measured: times[ours]! / times[other]!, limit, unit: '×' };
}

function startOf({ command, environment }: typeof ourServer, folder: string): Start {
  return { command, environment: environment(folder) };
}

function folderIn(scratch: string, name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
}

/** As our own program is bundled. */
export function bundleEmptyServer(scratch: string): string {
  const file = join(scratch, 'empty-server.mjs');
  const options = ['--platform', 'node', '--format', 'esm', '--minify', '--file', file];
  execFileSync(process.execPath, [rolldownProgram, reference('empty-server.mjs'), ...options], {
    stdio: 'ignore',
  });
  return file;
}

/** Rounds take turns, so that all meet alike; the first fills the caches of the system. */
async function timeStarts(
  starts: Readonly<Record<string, Start>>,
  rounds: number,
): Promise<Record<string, number>> {
  const times = Object.fromEntries(Object.keys(starts).map((name) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, { command, environment }] of Object.entries(starts)) {
      const before = performance.now();
      const server = new ServerProcess(command, environment);
      await server.begin();
      if (round >= 0) times[name]!.push(performance.now() - before);
      await server.end();
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}
