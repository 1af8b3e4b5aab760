import { lstatSync, readdirSync } from 'node:fs';
import { createDirectoryStorage } from '@mem/fs-node';
import { LiveIndex } from '../../../../packages/core/src/search/live-index.js';
import type { Benchmark, BenchmarkOptions, Goal, Measurement, Report } from '../benchmark.js';
import { median, percentile } from '../statistics.js';
import {
  type Engine,
  flexSearchEngine,
  ftsEngine,
  miniSearchEngine,
  oramaEngine,
  ourEngine,
} from './engines.js';
import { generateDirectory } from './generated-directory.js';
import { generateQueries } from './generated-queries.js';
import { type GeneratedText, generateTexts } from './generated-texts.js';
import { loadSqlite } from './load-sqlite.js';

/** Searching many times in one process: the index in memory, beside other engines. */
export const longLived: Benchmark = {
  name: 'long-lived',
  about: 'queries in one process on 10,000 entries, beside MiniSearch, Orama, FlexSearch, FTS5',
  async *run(options) {
    yield await compareEngines(options);
    yield await compareChangeCheck(options);
  },
};

const count = 10_000;

async function compareEngines({ quick }: BenchmarkOptions): Promise<Report> {
  const texts = [...generateTexts(count)];
  const queries = generateQueries(texts, quick ? 100 : 400);
  const Database = loadSqlite();
  const engines: Record<string, Engine> = {
    'mem, ranked index': ourEngine,
    MiniSearch: miniSearchEngine,
    Orama: oramaEngine,
    FlexSearch: flexSearchEngine,
    ...(Database ? { 'SQLite FTS5': ftsEngine(Database) } : {}),
  };
  const measured = new Map<string, EngineTimes>();
  for (const [name, engine] of Object.entries(engines)) {
    measured.set(name, await timeEngine(engine, texts, queries));
  }
  return {
    title: `Queries in one process, ${count.toLocaleString('en')} entries`,
    columns: ['building ms', 'query p50 µs', 'p99 µs'],
    measurements: [...measured].map(([what, { building, p50, p99 }]) => ({
      what,
      figures: [building, p50, p99],
    })),
    goals: engineGoals(measured),
    notes: Database
      ? []
      : ['Not measured, because better-sqlite3 could not be built here: SQLite FTS5.'],
  };
}

interface EngineTimes {
  readonly building: number;
  readonly p50: number;
  readonly p99: number;
}

async function timeEngine(
  engine: Engine,
  texts: readonly GeneratedText[],
  queries: readonly string[],
): Promise<EngineTimes> {
  const before = performance.now();
  const search = await engine(texts);
  const building = performance.now() - before;
  // Each query's best of three: the first run warms up, and other programs disturb single ones.
  const best = new Array<number>(queries.length).fill(Number.POSITIVE_INFINITY);
  for (let run = 0; run < 3; run++) {
    for (const [index, query] of queries.entries()) {
      const start = performance.now();
      await search(query);
      best[index] = Math.min(best[index]!, (performance.now() - start) * 1000);
    }
  }
  return { building, p50: median(best), p99: percentile(best, 99) };
}

function engineGoals(measured: ReadonlyMap<string, EngineTimes>): Goal[] {
  const ours = measured.get('mem, ranked index')!;
  const mini = measured.get('MiniSearch')!;
  const goal = (what: string, ratio: number, limit: number): Goal => {
    return { what, measured: ratio, limit, unit: '×' };
  };
  const goals = [goal('query p50 / MiniSearch', ours.p50 / mini.p50, 1 / 8)];
  const fts = measured.get('SQLite FTS5');
  if (!fts) return goals;
  return [
    ...goals,
    goal('query p50 / FTS5', ours.p50 / fts.p50, 1 / 5),
    goal('query p99 / FTS5', ours.p99 / fts.p99, 1 / 20),
  ];
}

async function compareChangeCheck({ scratch, quick }: BenchmarkOptions): Promise<Report> {
  const directory = generateDirectory(scratch, count);
  // By this clock the files are old, as in life, so that the first pass takes them all in.
  const now = (): number => Date.now() + 60_000;
  const live = new LiveIndex(createDirectoryStorage(directory, { now }), now);
  await live.refresh();
  const [checks, scans]: [number[], number[]] = [[], []];
  for (let round = 0; round < (quick ? 5 : 25); round++) {
    checks.push(await timeOf(() => live.refresh()));
    scans.push(await timeOf(() => scanStatus(directory)));
  }
  const measurements: Measurement[] = [
    { what: 'check for changes before a query', figures: [median(checks)] },
    { what: 'status of every file', figures: [median(scans)] },
  ];
  return {
    title: `Seeing that nothing changed, ${count.toLocaleString('en')} files`,
    columns: ['median ms'],
    measurements,
    goals: [
      {
        what: 'check for changes / status of every file',
        measured: median(checks) / median(scans),
        limit: 1.2,
        unit: '×',
      },
    ],
    notes: [],
  };
}

function scanStatus(directory: string): number {
  let size = 0;
  for (const { name } of readdirSync(directory, { withFileTypes: true })) {
    size += lstatSync(`${directory}/${name}`).size;
  }
  return size;
}

async function timeOf(run: () => unknown): Promise<number> {
  const before = performance.now();
  await run();
  return performance.now() - before;
}
