import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { storagePath } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { withGit } from '@mem/git';

const run = promisify(execFile);

export interface CommitSpeed {
  /** What was measured, beside what. */
  readonly name: string;
  /** Milliseconds, as a median. */
  readonly ours: number;
  readonly plain: number;
  /** How many times the time of the plain way ours takes. */
  readonly ratio: number;
  /** The largest ratio that is good enough. */
  readonly goal: number;
}

/**
 * A save with its commit beside `git add` and `git commit` of the same file, turn by turn, so that
 * a busy machine slows both; and saves made at once beside as many made one after the other.
 */
export async function measureCommits(
  sizes: readonly number[] = [1000, 10_000],
): Promise<CommitSpeed[]> {
  const results: CommitSpeed[] = [];
  for (const size of sizes) results.push(await besidePlain(size));
  results.push(await atOnce(100));
  return results;
}

async function besidePlain(size: number): Promise<CommitSpeed> {
  return await withRepositories(size, async (ours, plain) => {
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
    for (let round = -3; round < 25; round++) {
      const first = await timeOf(() => save(round));
      const second = await timeOf(() => savePlain(round));
      if (round < 0) continue;
      times.ours.push(first);
      times.plain.push(second);
    }
    const name = `a save with its commit among ${size} files, beside git add and git commit`;
    return resultOf(name, median(times.ours), median(times.plain), 1.7);
  });
}

async function atOnce(count: number): Promise<CommitSpeed> {
  return await withRepositories(1000, async (batched, single) => {
    const one = withGit(createDirectoryStorage(batched), { directory: batched });
    const other = withGit(createDirectoryStorage(single), { directory: single });
    const save = async (storage: typeof one, index: number, round: number) => {
      const path = storagePath(`entry-${index}.md`);
      await storage.write(path, textOf(round));
      await storage.checkpoint({ message: `save ${index}`, paths: [path] });
    };
    const indexes = Array.from({ length: count }, (_, index) => index);
    const times = { ours: [] as number[], plain: [] as number[] };
    for (let round = 0; round < 3; round++) {
      times.ours.push(
        await timeOf(() => Promise.all(indexes.map((index) => save(one, index, round)))),
      );
      times.plain.push(
        await timeOf(async () => {
          for (const index of indexes) await save(other, index, round);
        }),
      );
    }
    const name = `${count} saves made at once, beside a commit each`;
    return resultOf(name, median(times.ours), median(times.plain), 0.5);
  });
}

async function withRepositories<T>(
  size: number,
  action: (one: string, other: string) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(`${tmpdir()}/mem-bench-git-`);
  try {
    return await action(
      await fillRepository(`${root}/one`, size),
      await fillRepository(`${root}/other`, size),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
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

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

function resultOf(name: string, ours: number, plain: number, goal: number): CommitSpeed {
  return { name, ours, plain, ratio: ours / plain, goal };
}
