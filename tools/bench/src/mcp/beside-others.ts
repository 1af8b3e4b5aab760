import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchmarkOptions, Goal, Report } from '../benchmark.js';
import { generateQueries } from '../search/generated-queries.js';
import { generateTexts } from '../search/generated-texts.js';
import { median, percentile } from '../statistics.js';
import { notInstalled } from './cold-start.js';
import { type MemoryServer, otherServers, ourServer } from './memory-servers.js';
import { timeOf } from './over-stdio.js';
import { ServerProcess } from './server-process.js';

interface Work {
  readonly name: string;
  /** Seconds for all. */
  readonly saving: number;
  /** The last hundred of them, in milliseconds. */
  readonly save: number;
  readonly p50: number;
  readonly p99: number;
  readonly megabytes: number | undefined;
  /** Of the longest answer. */
  readonly characters: number;
}

const searches = 200;

/** The same memories saved one by one, then the same searches, by each server. */
export async function compareWithOthers(
  { scratch }: BenchmarkOptions,
  count: number,
): Promise<Report> {
  const others = otherServers();
  const work: Work[] = [];
  for (const [index, server] of [ourServer, ...others].entries()) {
    const folder = join(scratch, `work-${count}-${index}`);
    mkdirSync(folder);
    work.push(await doWork(server, folder, count));
  }
  return {
    title: `The MCP server: ${count.toLocaleString('en')} saves, then ${searches} searches`,
    columns: [
      'all saves s',
      'a save ms',
      'search p50 ms',
      'p99 ms',
      'memory MB',
      'longest answer, characters',
    ],
    measurements: work.map((one) => ({
      what: one.name,
      figures: [
        one.saving,
        one.save,
        one.p50,
        one.p99,
        one.megabytes ?? Number.NaN,
        one.characters,
      ],
    })),
    goals: goalsOf(work),
    notes: others.length > 0 ? [] : [notInstalled],
  };
}

async function doWork(memory: MemoryServer, folder: string, count: number): Promise<Work> {
  const texts = [...generateTexts(count)];
  const server = new ServerProcess(memory.command, memory.environment(folder));
  await server.begin();
  const saves: number[] = [];
  for (const text of texts) {
    // The names of generated texts may meet; a memory is told by its name.
    const unique = { ...text, name: `${text.name} ${text.path.slice(5, -3)}` };
    saves.push(await timeOf(() => memory.save(server, unique)));
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
    saving: saves.reduce((sum, time) => sum + time, 0) / 1_000,
    save: median(saves.slice(-100)),
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
