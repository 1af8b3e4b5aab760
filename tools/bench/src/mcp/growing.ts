import type { BenchmarkOptions, Report } from '../benchmark.js';
import { generateDirectory } from '../search/generated-directory.js';
import { median } from '../statistics.js';
import { ourServer } from './memory-servers.js';
import { timeOf } from './over-stdio.js';
import { ServerProcess } from './server-process.js';

const sizes = [100, 10_000] as const;

/** A durable save, where there is little and where there is much. */
export async function compareSizes({ quick, scratch }: BenchmarkOptions): Promise<Report> {
  const servers = await Promise.all(sizes.map((size) => serve(scratch, size)));
  const changed: number[][] = sizes.map(() => []);
  const added: number[][] = sizes.map(() => []);
  for (let round = 0; round < (quick ? 15 : 60); round++) {
    for (const [index, server] of servers.entries()) {
      changed[index]!.push(await timeOf(() => save(server, 'the same', round)));
      added[index]!.push(await timeOf(() => save(server, `new ${round}`, round)));
    }
  }
  await Promise.all(servers.map((server) => server.end()));
  const rows = [
    { what: 'save of a changed memory', times: changed.map(median) },
    { what: 'save of a new memory, with its line in the index', times: added.map(median) },
  ];
  return {
    title: 'The MCP server: a save, as the directory grows',
    columns: sizes.map((size) => `${size.toLocaleString('en')} memories, p50 ms`),
    measurements: rows.map(({ what, times }) => ({ what, figures: times })),
    goals: rows.map(({ what, times: [few, many] }) => ({
      what: `${what}: 10,000 memories / 100`,
      measured: many! / few!,
      limit: 3,
      unit: '×',
    })),
    notes: [],
  };
}

async function serve(scratch: string, size: number): Promise<ServerProcess> {
  const directory = generateDirectory(scratch, size);
  const server = new ServerProcess(ourServer.command, ourServer.environment(directory));
  await server.begin();
  await save(server, 'the same', -1);
  return server;
}

function save(server: ServerProcess, name: string, round: number): Promise<string> {
  const body = `Round ${round}. ${'We release on Tuesday. '.repeat(30)}`;
  const fields = { name, description: 'When we release', type: 'project', body, create: true };
  return server.call('save_memory', fields);
}
