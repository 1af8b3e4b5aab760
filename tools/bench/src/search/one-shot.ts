import type { Benchmark, BenchmarkOptions, Goal, Report } from '../benchmark.js';
import { memProgram, reference } from '../places.js';
import { type Command, isInstalled, timePrograms } from '../time-programs.js';
import { generateDirectory } from './generated-directory.js';
import { wordAtRank } from './generated-texts.js';

/** `mem search` as a program that starts, answers and ends, beside the least that others do. */
export const oneShot: Benchmark = {
  name: 'one-shot',
  about: 'mem search on 1,000, 10,000 and 100,000 files, beside grep, Python and bare Node',
  async *run(options) {
    yield await measure(1_000, options.quick ? 5 : 21, options);
    yield await measure(10_000, options.quick ? 3 : 11, options);
    if (!options.quick) yield await measure(100_000, 3, options);
  },
};

// A word in 16 of 100 files, and eight that range from one that nearly all hold to a rare one.
const word = wordAtRank(40);
const eightWords = [0, 12, 40, 90, 200, 450, 900, 2_000].map(wordAtRank);

async function measure(
  count: number,
  rounds: number,
  { scratch }: BenchmarkOptions,
): Promise<Report> {
  const directory = generateDirectory(scratch, count);
  const mem: Command = [process.execPath, memProgram, 'search', '--dir', directory];
  const programs: Record<string, Command> = {
    'empty node process': [process.execPath, '-e', '0'],
    'bare node reader, one word': [process.execPath, reference('read-each.mjs'), directory, word],
    'mem search, one word': [...mem, word],
    'mem search, eight words': [...mem, ...eightWords],
  };
  const notes: string[] = [];
  const others: Record<string, Command> = {
    'python3 script, one word': ['python3', reference('search.py'), directory, word],
    'python3 script, eight words': ['python3', reference('search.py'), directory, ...eightWords],
    'rg -il': ['rg', '-il', word, directory],
    'grep -ril': ['grep', '-ril', word, directory],
  };
  for (const [name, command] of Object.entries(others)) {
    if (await isInstalled(command[0])) programs[name] = command;
    else notes.push(`Not measured, because ${command[0]} is not installed: ${name}.`);
  }
  const times = await timePrograms(programs, rounds);
  return {
    title: `One-shot search, ${count.toLocaleString('en')} files`,
    columns: ['median ms'],
    measurements: Object.entries(times).map(([what, time]) => ({ what, figures: [time] })),
    goals: goalsOf(count, times),
    notes,
  };
}

function goalsOf(count: number, times: Readonly<Record<string, number>>): Goal[] {
  const ratio = (what: string, to: string, limit: number): Goal[] => {
    const [measured, base] = [times[what], times[to]];
    if (measured === undefined || base === undefined) return [];
    return [{ what: `${what} / ${to}`, measured: measured / base, limit, unit: '×' }];
  };
  const [one, eight] = ['mem search, one word', 'mem search, eight words'];
  const python = [
    ...ratio(one, 'python3 script, one word', 0.6),
    ...ratio(eight, 'python3 script, eight words', 0.6),
  ];
  if (count === 1_000) {
    const node = 'empty node process';
    return [...ratio(one, node, 1.45), ...ratio(eight, node, 1.45), ...python];
  }
  const reader = 'bare node reader, one word';
  return [...ratio(one, reader, 1.15), ...ratio(eight, reader, 1.6), ...python];
}
