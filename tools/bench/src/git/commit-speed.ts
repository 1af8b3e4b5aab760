import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { storagePath } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { withGit } from '@mem/git';
import type { BenchmarkOptions, Report } from '../benchmark.js';
import { type Pair, pairOf, reportOf, timeOf } from './pair.js';

const run = promisify(execFile);

/** Turn by turn with what they are compared to, so that a busy machine slows both. */
export async function measureCommits({ quick, scratch }: BenchmarkOptions): Promise<Report> {
  const rounds = quick ? 5 : 25;
  const pairs: Pair[] = [];
  for (const size of [1000, 10_000]) pairs.push(await besidePlain(scratch, size, rounds));
  pairs.push(await atOnce(scratch, 100, quick ? 1 : 3));
  return reportOf('Saves with commits', pairs);
}

async function besidePlain(scratch: string, size: number, rounds: number): Promise<Pair> {
  return await withRepositories(scratch, size, async (ours, plain) => {
    const storage = withGit(createDirectoryStorage(ours), { directory: ours });
    const path = storagePath('entry-7.md');
    const save = async (round: number) => {
      await storage.write(path, textOf(round));
      const { commit } = await storage.checkpoint({ message: `save ${round}`, paths: [path] });
      if (commit === undefined) throw new Error('the save was not committed');
    };
    const savePlain = async (round: number) => {
      writeFileSync(`${plain}/${path}`, textOf(round));
      await run('git', ['add', '--', path], { cwd: plain });
      await run('git', ['commit', '--quiet', '-m', `save ${round}`], { cwd: plain });
    };
    const times = { ours: [] as number[], plain: [] as number[] };
    for (let round = -3; round < rounds; round++) {
      const first = await timeOf(() => save(round));
      const second = await timeOf(() => savePlain(round));
      if (round < 0) continue;
      times.ours.push(first);
      times.plain.push(second);
    }
    const among = `among ${size.toLocaleString('en')} files`;
    const what = `a save with its commit ${among}`;
    return pairOf({ what, plain: `git add and git commit ${among}`, times, limit: 1.7 });
  });
}

async function atOnce(scratch: string, count: number, rounds: number): Promise<Pair> {
  return await withRepositories(scratch, 1000, async (batched, single) => {
    const one = withGit(createDirectoryStorage(batched), { directory: batched });
    const other = withGit(createDirectoryStorage(single), { directory: single });
    const save = async (storage: typeof one, index: number, round: number) => {
      const path = storagePath(`entry-${index}.md`);
      await storage.write(path, textOf(round));
      await storage.checkpoint({ message: `save ${index}`, paths: [path] });
    };
    const indexes = Array.from({ length: count }, (_, index) => index);
    const times = { ours: [] as number[], plain: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.ours.push(
        await timeOf(() => Promise.all(indexes.map((index) => save(one, index, round)))),
      );
      times.plain.push(
        await timeOf(async () => {
          for (const index of indexes) await save(other, index, round);
        }),
      );
    }
    const what = `${count} saves made at once`;
    return pairOf({ what, plain: `${count} saves one after the other`, times, limit: 0.5 });
  });
}

async function withRepositories<T>(
  scratch: string,
  size: number,
  action: (one: string, other: string) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(`${scratch}/git-`);
  return await action(
    await fillRepository(`${root}/one`, size),
    await fillRepository(`${root}/other`, size),
  );
}

async function fillRepository(directory: string, size: number): Promise<string> {
  mkdirSync(directory);
  for (let index = 0; index < size; index++) {
    writeFileSync(`${directory}/entry-${index}.md`, textOf(-index));
  }
  for (const args of [
    ['init', '--quiet'],
    ['config', 'user.name', 'bench'],
    ['config', 'user.email', 'bench@example.org'],
    ['add', '--all'],
    ['commit', '--quiet', '--message=all'],
  ]) {
    await run('git', args, { cwd: directory });
  }
  return directory;
}

function textOf(round: number): Uint8Array {
  const text = `---\nname: entry\ndescription: what it is about\ntype: project\n---\n`;
  return new TextEncoder().encode(`${text}${`Round ${round} of the text. `.repeat(60)}\n`);
}
