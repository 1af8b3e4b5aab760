import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import type { BenchmarkOptions, Report } from '../benchmark.js';
import { generateDirectory } from '../search/generated-directory.js';
import { generateQueries } from '../search/generated-queries.js';
import { generateTexts } from '../search/generated-texts.js';
import { median } from '../statistics.js';
import { ourServer } from './memory-servers.js';
import { ServerProcess } from './server-process.js';

const count = 1_000;

/** What the protocol and the second process add to the same calls of the library. */
export async function compareWithLibrary({ quick, scratch }: BenchmarkOptions): Promise<Report> {
  const served = join(scratch, 'served');
  const direct = join(scratch, 'direct');
  const generated = generateDirectory(scratch, count);
  for (const directory of [served, direct]) cpSync(generated, directory, { recursive: true });
  const store = createMemoryStore(createDirectoryStorage(direct));
  const server = new ServerProcess(ourServer.command, ourServer.environment(served));
  await server.begin();

  const texts = [...generateTexts(count)];
  const rounds = quick ? 40 : 300;
  const queries = generateQueries(texts, rounds);
  const calls: Record<string, readonly [Call, Call]> = {
    'save of a changed memory': [
      (round) => server.call('save_memory', { name: texts[round]!.path, body: bodyOf(round) }),
      (round) => store.save({ name: texts[round]!.path, body: bodyOf(round) }),
    ],
    search: [
      (round) => server.call('search_memory', { query: queries[round]! }),
      (round) => store.search(queries[round]!),
    ],
    read: [
      (round) => server.call('read_memory', { name: texts[round]!.path }),
      (round) => store.get(texts[round]!.path),
    ],
  };
  const rows = [];
  for (const [what, [overProtocol, inProcess]] of Object.entries(calls)) {
    const times = await timeInTurns(overProtocol, inProcess, rounds);
    rows.push({ what, ...times });
  }
  await server.end();
  await store.close();
  return {
    title: `The MCP server: calls over standard input and output, ${count.toLocaleString('en')} memories`,
    columns: ['mem-mcp, p50 ms', 'library, p50 ms'],
    measurements: rows.map(({ what, one, other }) => ({ what, figures: [one, other] })),
    goals: rows.map(({ what, one, other }) => ({
      what: `${what}: what the server adds`,
      measured: one - other,
      limit: 3,
      unit: 'ms',
    })),
    notes: [],
  };
}

type Call = (round: number) => Promise<unknown>;

function bodyOf(round: number): string {
  return `Round ${round}. ${'We release on Tuesday and never on Friday. '.repeat(20)}`;
}

async function timeInTurns(
  first: Call,
  second: Call,
  rounds: number,
): Promise<{ one: number; other: number }> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ones.push(await timeOf(() => first(round)));
    others.push(await timeOf(() => second(round)));
  }
  return { one: median(ones), other: median(others) };
}

export async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await run();
  return performance.now() - before;
}
