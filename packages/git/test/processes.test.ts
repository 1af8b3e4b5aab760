import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { childProgram } from './child-program.js';
import { committedBytes, git, initRepository, outsideOf, put, subjects } from './git-command.js';
import { openGit, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

const startSaver = childProgram('saver');
const names = ['one', 'two', 'three', 'four'];
const saves = 25;

/** Every message of the history, also those listed in a commit that several changes share. */
function messages(root: string): string[] {
  return git(root, 'log', '--reverse', '--format=%B')
    .split('\n')
    .map((line) => line.replace(/^- /, ''))
    .filter((line) => / saves \d+$/.test(line));
}

function expectAllInOrder(root: string): void {
  const found = messages(root);
  expect(found).toHaveLength(names.length * saves);
  for (const name of names) {
    const own = found.filter((message) => message.startsWith(`${name} `));
    const rounds = Array.from({ length: saves }, (_, at) => `${name} saves ${at + 1}`);
    expect(own).toEqual(rounds);
  }
}

async function saveAll(kind: string, directory: string, mode: string): Promise<void> {
  const running = names.map((name) => startSaver(kind, directory, name, String(saves), mode));
  expect(await Promise.all(running.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
}

describe('4 processes with 25 saves each', () => {
  for (const mode of ['own', 'host', 'private'] as const) {
    test(`have 100 of 100 in the history, ${mode}`, async () => {
      const root = initRepository(scratchDirectory());
      const directory = mode === 'own' ? root : `${root}/memory`;
      put(root, 'staged.txt', 'staged\n');
      git(root, 'add', 'staged.txt');
      const before = outsideOf(root, '*.md');
      await saveAll('git', directory, mode);
      const gitDir = mode === 'private' ? `${directory}/.mem/history.git` : root;
      expectAllInOrder(gitDir);
      const bytes = mode === 'host' ? 'memory/MEMORY.md' : 'MEMORY.md';
      expect(committedBytes(gitDir, bytes).toString().split('\n')).toHaveLength(101);
      expect(git(gitDir, 'fsck', '--full', '--strict')).not.toMatch(/error|missing|warning/);
      expect(subjects(gitDir).filter((subject) => subject.startsWith('Changed outside'))).toEqual(
        [],
      );
      if (mode !== 'private') expect(outsideOf(root, '*.md')).toEqual(before);
      if (mode !== 'private') expect(git(root, 'status', '--porcelain', '--', '*.md')).toBe('');
    });
  }

  test('that change one entry have each change of it in a commit of its own, in order', async () => {
    const root = initRepository(scratchDirectory());
    await saveAll('counter', root, 'own');
    const commits = git(root, 'log', '--reverse', '--format=%H', '--', 'counter.md')
      .trim()
      .split('\n');
    const counts = commits.map((commit) => committedBytes(root, 'counter.md', commit).toString());
    const all = Array.from({ length: 100 }, (_, at) => at + 1);
    expect(counts.map((count) => Number.parseInt(count, 10))).toEqual(all);
    expect(subjects(root).reverse().slice(1)).toEqual(counts.map((count) => `count ${count}`));
  });

  test('that overwrite one entry have all in the history, and last what is on the disk', async () => {
    const root = initRepository(scratchDirectory());
    await saveAll('overwrite', root, 'own');
    expectAllInOrder(root);
    const commits = git(root, 'log', '--format=%H', '--', 'shared.md').trim().split('\n');
    const texts = commits.map((commit) => committedBytes(root, 'shared.md', commit).toString());
    const said = subjects(root).slice(0, -1);
    expect(texts).toEqual(said.map((subject) => subject.replace(' saves ', ' ')));
    expect(texts[0]).toBe(readFileSync(`${root}/shared.md`, 'utf8'));
  });

  test('lose some with a plain add and commit', async () => {
    const root = initRepository(scratchDirectory());
    await saveAll('plain', root, 'own');
    expect(() => expectAllInOrder(root)).toThrow();
  });
});

test('what a process acknowledged before it was killed is in the history', async () => {
  const root = initRepository(scratchDirectory());
  const directory = `${root}/memory`;
  const acknowledged = new Map<string, string>();
  for (let kill = 0; kill < 50; kill++) {
    const name = `killed${kill % 7}`;
    const saver = startSaver('git', directory, `${name}x${kill}`, '1000', 'host');
    const started = performance.now();
    const wait = kill % 3 === 0 ? 0 : Math.random() * 250;
    while (saver.lines.length === 0 && performance.now() - started < 20_000) await pause(3);
    await pause(wait);
    saver.process.kill('SIGKILL');
    await saver.ended;
    for (const line of saver.lines) {
      const [file = '', round = '', commit = ''] = line.split(' ');
      expect(commit).toMatch(/^[0-9a-f]{40}$/);
      acknowledged.set(`${file.replace(/-\d+\.md$/, '')} saves ${round}`, commit);
    }
  }
  const storage = openGit(directory, { mode: 'host' });
  expect(await save(storage, 'last.md', 'last')).toMatchObject({ warnings: [] });
  expect(git(root, 'status', '--porcelain')).toBe('');
  const found = messages(root);
  const reachable = new Set(git(root, 'rev-list', 'HEAD').split('\n'));
  for (const [message, commit] of acknowledged) {
    expect(found.filter((one) => one === message)).toEqual([message]);
    expect(reachable.has(commit)).toBe(true);
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(50);
  expect(git(root, 'fsck', '--full', '--strict')).not.toMatch(/error|missing|warning/);
  expect(await storage.catchUp()).toEqual({ warnings: [] });
}, 300_000);
