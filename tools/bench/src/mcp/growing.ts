import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchmarkOptions, Report } from '../benchmark.js';
import { generateDirectory } from '../search/generated-directory.js';
import { generateTexts } from '../search/generated-texts.js';
import { median } from '../statistics.js';
import { ourServer } from './memory-servers.js';
import { timeOf } from './over-stdio.js';
import { ServerProcess } from './server-process.js';

const sizes = [100, 10_000] as const;

/** A durable save, where there is little and where there is much. */
export async function compareSizes({ quick, scratch }: BenchmarkOptions): Promise<Report> {
  const directories = sizes.map((size) => generateDirectory(scratch, size));
  const copies = directories.map((directory, at) => withIndex(directory, sizes[at]!));
  const servers = await Promise.all(directories.map(serve));
  const indexed = await Promise.all(copies.map(serve));
  const changed: number[][] = sizes.map(() => []);
  const added: number[][] = sizes.map(() => []);
  const listed: number[][] = sizes.map(() => []);
  for (let round = 0; round < (quick ? 15 : 60); round++) {
    for (const index of sizes.keys()) {
      const server = servers[index]!;
      changed[index]!.push(await timeOf(() => save(server, 'the same', round)));
      added[index]!.push(await timeOf(() => save(server, `new ${round}`, round)));
      listed[index]!.push(await timeOf(() => save(indexed[index]!, `new ${round}`, round)));
    }
  }
  await Promise.all([...servers, ...indexed].map((server) => server.end()));
  const rows = [
    { what: 'save of a changed memory', times: changed.map(median) },
    { what: 'save of a new memory, with its line in a short index', times: added.map(median) },
    { what: 'save of a new memory, all of them in the index', times: listed.map(median) },
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

/** A copy with a line for each memory, of which the agent's loader shows 200. */
function withIndex(directory: string, size: number): string {
  const copy = `${directory}-with-index`;
  cpSync(directory, copy, { recursive: true });
  const lines = [...generateTexts(size)].map(
    ({ path, name, description }) => `- [${name}](${path}) — ${description}\n`,
  );
  writeFileSync(join(copy, 'MEMORY.md'), lines.join(''));
  return copy;
}

async function serve(directory: string): Promise<ServerProcess> {
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
