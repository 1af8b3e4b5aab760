import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import type { Benchmark, BenchmarkOptions, Report } from '../benchmark.js';
import { memProgram, reference } from '../places.js';
import { generateDirectory } from '../search/generated-directory.js';
import { wordAtRank } from '../search/generated-texts.js';
import { median } from '../statistics.js';
import { type Command, isInstalled, timePrograms } from '../time-programs.js';

/** What a person at the keyboard, or a program that saves, waits for. */
export const commandLine: Benchmark = {
  name: 'command-line',
  about: 'starting mem, listing and searching 1,000 files, and saving one',
  async *run(options) {
    yield await timeCommands(options);
    yield await timeSaves(options);
  },
};

async function timeCommands({ quick, scratch }: BenchmarkOptions): Promise<Report> {
  const directory = generateDirectory(scratch, 1_000);
  mkdirSync(join(scratch, 'saved'));
  const word = wordAtRank(40);
  const mem: Command = [process.execPath, memProgram];
  const node = 'node -e 0';
  const version = 'mem --version';
  const programs: Record<string, Command | ((round: number) => Command)> = {
    [node]: [process.execPath, '-e', '0'],
    [version]: [...mem, '--version'],
    'mem list, 1,000 files': [...mem, 'list', '--dir', directory],
    'mem search, 1,000 files': [...mem, 'search', word, '--dir', directory],
    'mem search --contains, 1,000 files': [
      ...mem,
      'search',
      word,
      '--contains',
      '--dir',
      directory,
    ],
    'mem save of one memory': (round) => saveCommand(mem, join(scratch, 'saved'), round),
    'node program: fsynced write of the same bytes': [
      process.execPath,
      reference('fsync-write.mjs'),
      join(scratch, 'plain.md'),
      bodyOf(0),
    ],
  };
  const hasGrep = await isInstalled('grep');
  if (hasGrep) programs['grep -ril, 1,000 files'] = ['grep', '-ril', word, directory];
  const times = await timePrograms(programs, quick ? 5 : 21);
  return {
    title: 'The command line',
    columns: ['median ms'],
    measurements: Object.entries(times).map(([what, time]) => ({ what, figures: [time] })),
    goals: [
      {
        what: `${version} / ${node}`,
        measured: times[version]! / times[node]!,
        limit: 1.5,
        unit: '×',
      },
    ],
    notes: hasGrep ? [] : ['Not measured, because grep is not installed: grep -ril.'],
  };
}

function saveCommand(mem: Command, directory: string, round: number): Command {
  const fields = ['--type', 'project', '--description', 'When we release', '--body', bodyOf(round)];
  return [...mem, 'save', 'release-day', ...fields, '--dir', directory];
}

function bodyOf(round: number): string {
  return `Round ${round}. ${'We release on Tuesday and never on Friday. '.repeat(20)}`;
}

async function timeSaves({ quick, scratch }: BenchmarkOptions): Promise<Report> {
  const directory = join(scratch, 'store');
  mkdirSync(directory);
  const store = createMemoryStore(createDirectoryStorage(directory));
  const [saves, writes]: [number[], number[]] = [[], []];
  for (let round = 0; round < (quick ? 20 : 200); round++) {
    const body = bodyOf(round);
    const fields = { name: 'release-day', description: 'When we release', body } as const;
    saves.push(await timeOf(() => store.save({ ...fields, type: 'project' })));
    writes.push(await timeOf(() => writeAndSync(join(scratch, 'plain.md'), body)));
  }
  await store.close();
  return {
    title: 'A save in a running program',
    columns: ['median ms'],
    measurements: [
      { what: 'store.save of a changed memory', figures: [median(saves)] },
      { what: 'fsynced write of the same bytes', figures: [median(writes)] },
    ],
    goals: [],
    notes: [],
  };
}

function writeAndSync(file: string, text: string): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

async function timeOf(run: () => unknown): Promise<number> {
  const before = performance.now();
  await run();
  return performance.now() - before;
}
