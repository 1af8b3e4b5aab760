import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { promisify } from 'node:util';
import { openHistory } from '@mem/git';
import type { BenchmarkOptions, Report } from '../benchmark.js';
import { pairOf, reportOf, timeOf } from './pair.js';

const run = promisify(execFile);
const commits = 10_000;
const entries = 500;

/**
 * The log of one memory that every 500th commit changes and one renames, in a running program:
 * git is started for it as often as it needs, as for `git log --follow`.
 */
export async function measureLog({ quick, scratch }: BenchmarkOptions): Promise<Report> {
  const directory = mkdtempSync(`${scratch}/log-`);
  await fillHistory(directory);
  const history = openHistory(directory);
  const [never, renamed] = ['entry-7.md', 'renamed.md'];
  const pairs = [];
  for (const [what, path] of [
    ['a memory', never],
    ['a renamed memory', renamed],
  ] as const) {
    const times = { ours: [] as number[], plain: [] as number[] };
    for (let round = -2; round < (quick ? 3 : 15); round++) {
      const first = await timeOf(async () => {
        const log = await history.log({ path });
        if (log.length !== expected(path)) throw new Error(`${path}: ${log.length} commits`);
      });
      const second = await timeOf(async () => {
        const { stdout } = await run('git', ['log', '--follow', '--', path], { cwd: directory });
        if (stdout.split('\ncommit ').length !== expected(path)) throw new Error('git differs');
      });
      if (round < 0) continue;
      times.ours.push(first);
      times.plain.push(second);
    }
    const plain = `git log --follow of ${what}`;
    pairs.push(pairOf({ what: `the log of ${what}`, plain, times, limit: 1.2 }));
  }
  return reportOf(`The log of one memory in ${commits.toLocaleString('en')} commits`, pairs);
}

/** Of a file that every 500th commit changes; the rename is one more. */
function expected(path: string): number {
  return commits / entries + (path === 'renamed.md' ? 1 : 0);
}

/** As `git fast-import` reads it: a commit each, the files in turns, and a rename half way. */
async function fillHistory(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  await run('git', ['init', '--quiet', '--initial-branch=main'], { cwd: directory });
  const git = spawn('git', ['fast-import', '--quiet'], {
    cwd: directory,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const done = once(git, 'close');
  let name = 'entry-0.md';
  for (let at = 0; at < commits; at++) {
    const path = at % entries === 0 ? name : `entry-${at % entries}.md`;
    git.stdin.write(commitOf(at, `M 100644 inline ${path}\n${data(textOf(at))}`));
    if (at !== commits / 2) continue;
    git.stdin.write(commitOf(at, `R ${name} renamed.md\n`));
    name = 'renamed.md';
  }
  git.stdin.end();
  const [code] = await done;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  await run('git', ['reset', '--quiet', '--hard'], { cwd: directory });
}

function commitOf(at: number, files: string): string {
  const who = `committer bench <bench@example.org> ${1_700_000_000 + at} +0000\n`;
  return `commit refs/heads/main\n${who}${data(`change ${at}`)}${files}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function textOf(at: number): string {
  const lines = Array.from({ length: 20 }, (_, line) => `Line ${line} of entry ${at % entries}.`);
  return `---\nname: entry ${at % entries}\n---\n\n${lines.join('\n')}\nRound ${at}.\n`;
}
