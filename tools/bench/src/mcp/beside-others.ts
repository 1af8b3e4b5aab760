import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchmarkOptions, Goal, Report } from '../benchmark.js';
import { generateQueries } from '../search/generated-queries.js';
import { generateTexts } from '../search/generated-texts.js';
import { median, percentile } from '../statistics.js';
import { bundleEmptyServer, empty, notInstalled } from './cold-start.js';
import { type MemoryServer, otherServers, ourServer } from './memory-servers.js';
import { timeOf } from './over-stdio.js';
import { ServerProcess } from './server-process.js';

interface Work {
  readonly name: string;
  /** Milliseconds, when nearly all memories are there. */
  readonly save: number;
  readonly p50: number;
  readonly p99: number;
  readonly megabytes: number | undefined;
  /** Of the longest answer. */
  readonly characters: number;
}

const searches = 200;
const timedSaves = 100;

export interface Amount {
  readonly memories: number;
  /** So many of them in whatever way is quickest, the others one by one. */
  readonly filled: number;
}

/** The same memories saved, then the same searches, by each server. */
export async function compareWithOthers(
  { scratch }: BenchmarkOptions,
  amount: Amount,
): Promise<Report> {
  const count = amount.memories;
  const others = otherServers();
  const work: Work[] = [];
  for (const [index, server] of [ourServer, ...others].entries()) {
    const folder = join(scratch, `work-${count}-${index}`);
    mkdirSync(folder);
    work.push(await doWork(server, folder, amount));
  }
  return {
    title: `The MCP server: ${count.toLocaleString('en')} saves, then ${searches} searches`,
    columns: ['save p50 ms', 'search p50 ms', 'p99 ms', 'memory MB', 'longest answer, characters'],
    measurements: [...work, await callEmptyTool(scratch)].map((one) => ({
      what: one.name,
      figures: [one.save, one.p50, one.p99, one.megabytes ?? Number.NaN, one.characters],
    })),
    goals: goalsOf(work),
    notes: others.length > 0 ? [] : [notInstalled],
  };
}

/** What is left when a server does nothing: no goal, but below it none can be reached. */
async function callEmptyTool(scratch: string): Promise<Work> {
  const server = new ServerProcess([process.execPath, bundleEmptyServer(scratch)]);
  await server.begin();
  const times: number[] = [];
  for (let call = 0; call < searches; call++) {
    times.push(await timeOf(() => server.call('nothing', {})));
  }
  const megabytes = server.megabytes();
  await server.end();
  const [p50, p99] = [median(times), percentile(times, 99)];
  return { name: empty, save: p50, p50, p99, megabytes, characters: 0 };
}

async function doWork(
  memory: MemoryServer,
  folder: string,
  { memories, filled }: Amount,
): Promise<Work> {
  // The names of generated texts may meet; a memory is told by its name.
  const texts = [...generateTexts(memories)].map((text) => ({
    ...text,
    name: `${text.name} ${text.path.slice(5, -3)}`,
  }));
  const server = new ServerProcess(memory.command, memory.environment(folder));
  await server.begin();
  if (filled > 0) await memory.fill(server, texts.slice(0, filled), folder);
  const saves: number[] = [];
  for (const text of texts.slice(filled)) {
    saves.push(await timeOf(() => memory.save(server, text)));
  }
  const times: number[] = [];
  let characters = 0;
  for (const query of generateQueries(texts, searches)) {
    times.push(
      await timeOf(async () => {
        characters = Math.max(characters, (await memory.search(server, query)).length);
      }),
    );
  }
  const megabytes = server.megabytes();
  await server.end();
  return {
    name: memory.name,
    save: median(saves.slice(-timedSaves)),
    p50: median(times),
    p99: percentile(times, 99),
    megabytes,
    characters,
  };
}

/** Each against the better of the others. */
function goalsOf([ours, ...others]: readonly Work[]): Goal[] {
  if (ours === undefined || others.length === 0) return [];
  const beside = (what: string, limit: number, of: (work: Work) => number): Goal => {
    const measured = of(ours) / Math.min(...others.map(of));
    return { what: `${what} / the better of the others`, measured, limit, unit: '×' };
  };
  return [
    beside('search p50', 0.5, ({ p50 }) => p50),
    beside('search p99', 0.1, ({ p99 }) => p99),
    beside('memory', 0.6, ({ megabytes }) => megabytes ?? Number.NaN),
  ];
}
