import { readFileSync } from 'node:fs';
import { createMemoryStore } from '@mem/core';
import { expect, test } from 'vitest';
import { openSync } from '../src/index.js';
import { committedBytes, git, initRepository, put, subjects } from './git-command.js';
import { openGit } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

// A version of a memory file that only the index holds is somebody's work as well.

const fields = { description: 'd', type: 'user' } as const;

async function open(hooks = false) {
  const root = initRepository(scratchDirectory());
  const storage = openGit(`${root}/memory`, hooks ? { git: { hooks: true } } : {});
  const store = createMemoryStore(storage);
  await store.save({ name: 'a', ...fields, body: 'one' });
  await store.save({ name: 'b', ...fields, body: 'one' });
  const path = `${root}/memory/a.md`;
  const text = readFileSync(path, 'utf8');
  return { root, store, storage, text };
}

function allTexts(root: string): string {
  return git(root, 'log', '-p', '--format=');
}

test.each([false, true])('that of another memory than the saved one, hooks: %s', async (hooks) => {
  const { root, store, text } = await open(hooks);
  put(root, 'memory/a.md', `${text}STAGED ONLY\n`);
  put(root, 'code.txt', 'staged\n');
  git(root, 'add', 'memory/a.md', 'code.txt');
  put(root, 'memory/a.md', `${text}on the disk\n`);
  const before = git(root, 'diff', '--cached', '--', 'code.txt');
  await store.update('b', { body: 'two' });
  expect(subjects(root).slice(0, 3)).toEqual([
    'update "b"',
    'Changed outside of @mem: changed a.md',
    'Changed outside of @mem: changed a.md',
  ]);
  expect(committedBytes(root, 'memory/a.md', 'HEAD~2').toString()).toBe(`${text}STAGED ONLY\n`);
  expect(committedBytes(root, 'memory/a.md').toString()).toBe(`${text}on the disk\n`);
  expect(git(root, 'diff', '--cached', '--', 'code.txt')).toBe(before);
  expect(git(root, 'status', '--porcelain')).toBe('M  code.txt\n');
});

test('that of the saved one, and of one that is new, staged again and again', async () => {
  const { root, store, text } = await open();
  for (const round of ['1', '2']) {
    put(root, 'memory/a.md', `${text}STAGED ${round}\n`);
    put(root, 'memory/new.md', `NEW ${round}\n`);
    git(root, 'add', 'memory');
    put(root, 'memory/a.md', text);
    put(root, 'memory/new.md', `disk ${round}\n`);
    await store.update('a', { body: `saved ${round}` });
    for (const wanted of [`STAGED ${round}`, `NEW ${round}`, `disk ${round}`, `saved ${round}`]) {
      expect(allTexts(root)).toContain(`+${wanted}`);
    }
    expect(git(root, 'status', '--porcelain')).toBe('');
  }
});

test('what the disk holds too, or a line end makes another one, is committed once', async () => {
  const { root, store, text } = await open();
  put(root, 'memory/a.md', `${text}staged\n`);
  git(root, 'add', 'memory/a.md');
  await store.update('b', { body: 'two' });
  await store.update('a', { body: 'saved' });
  put(root, 'memory/a.md', `${text}staged again\n`);
  git(root, 'add', 'memory/a.md');
  await store.update('a', { body: 'saved again' });
  expect(subjects(root).slice(0, 5)).toEqual([
    'update "a"',
    'Changed outside of @mem: changed a.md',
    'update "a"',
    'update "b"',
    'Changed outside of @mem: changed a.md',
  ]);
});

test('in a repository without a commit', async () => {
  const root = scratchDirectory();
  git(root, 'init', '--quiet', '--initial-branch=main');
  put(root, 'memory/a.md', 'STAGED ONLY\n');
  git(root, 'add', '.');
  put(root, 'memory/a.md', 'on the disk\n');
  const store = createMemoryStore(openGit(`${root}/memory`));
  await store.save({ name: 'b', ...fields, body: 'b' });
  expect(allTexts(root)).toContain('+STAGED ONLY');
  expect(git(root, 'status', '--porcelain')).toBe('');
});

test('a synchronisation leaves it staged where the disk is as the last commit has it', async () => {
  const { root, store, text } = await open();
  const remote = `${scratchDirectory()}/remote.git`;
  git(root, 'init', '--quiet', '--bare', remote);
  git(root, 'push', '--quiet', remote, 'main');
  const other = `${scratchDirectory()}/other`;
  git('/', 'clone', '--quiet', '--branch', 'main', remote, other);
  const there = createMemoryStore(openGit(`${other}/memory`));
  await there.update('a', { body: 'from the other machine' });
  git(other, 'push', '--quiet', remote, 'main');
  put(root, 'memory/a.md', `${text}STAGED ONLY\n`);
  git(root, 'add', 'memory/a.md');
  put(root, 'memory/a.md', text);
  await openSync({ directory: `${root}/memory`, remote, branch: 'main' }).pull();
  expect((await store.get('a')).body).toBe('from the other machine');
  expect(git(root, 'show', ':memory/a.md')).toBe(`${text}STAGED ONLY\n`);
});
