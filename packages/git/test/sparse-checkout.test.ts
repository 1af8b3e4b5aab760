import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createMemoryStore } from '@mem/core';
import { expect, test } from 'vitest';
import { openHistory, openSync } from '../src/index.js';
import { committedBytes, git, initRepository, put } from './git-command.js';
import { openGit } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

/** A host repository with two memories and an index with a note written by hand. */
async function openHost() {
  const root = initRepository(`${scratchDirectory()}/host`);
  const directory = `${root}/memory`;
  const store = createMemoryStore(openGit(directory));
  await store.save({ name: 'alpha', description: 'first', type: 'user', body: 'a' });
  put(root, 'memory/MEMORY.md', `My own note.\n\n${text(root, 'memory/MEMORY.md')}`);
  await store.save({ name: 'beta', description: 'second', type: 'user', body: 'b' });
  put(root, 'src/x.txt', 'x\n');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=more');
  const options = { directory, mode: 'host' } as const;
  return { root, directory, options };
}

function text(root: string, path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8');
}

/** Another process, which knows nothing yet. */
function reopen(directory: string) {
  return createMemoryStore(openGit(directory));
}

test.each([
  ['the directory', ['set', '--cone', 'src']],
  ['the directory in a sparse index', ['set', '--cone', '--sparse-index', 'src']],
  ['one file', ['set', '--no-cone', '/*', '!/memory/alpha.md']],
  ['the index of the memories', ['set', '--no-cone', '/*', '!/memory/MEMORY.md']],
] as const)(
  'what a sparse checkout hides is there when something is written: %s',
  async (_, words) => {
    const { root, directory } = await openHost();
    git(root, 'sparse-checkout', ...words);
    const store = reopen(directory);
    await store.save({ name: 'gamma', description: 'third', type: 'user', body: 'c' });
    const index = committedBytes(root, 'memory/MEMORY.md').toString();
    expect(index).toMatch(/^My own note\.\n\n.*alpha\.md.*\n.*beta\.md.*\n.*gamma\.md.*\n$/);
    expect(text(root, 'memory/MEMORY.md')).toBe(index);
    expect(committedBytes(root, 'memory/alpha.md').toString()).toContain('description: first');
    await store.update('alpha', { description: 'changed' });
    await store.delete('beta');
    expect(git(root, 'log', '-1', '--format=%s').trim()).toBe('delete "beta"');
    expect((await store.check()).problems).toEqual([]);
    expect(git(root, 'status', '--porcelain')).toBe('');
  },
);

test('a save of a hidden memory changes that one', async () => {
  const { root, directory } = await openHost();
  git(root, 'sparse-checkout', 'set', 'src');
  const entry = { name: 'alpha', description: 'again', type: 'user', body: 'new' } as const;
  await reopen(directory).save(entry);
  expect(git(root, 'show', '--format=%s', '--name-status', 'HEAD').trim().split('\n')).toEqual([
    'update "alpha"',
    '',
    'M\tmemory/MEMORY.md',
    'M\tmemory/alpha.md',
  ]);
});

test('hidden memories are not shown as removed, and a synchronisation has them', async () => {
  const { root, directory, options } = await openHost();
  const remote = `${scratchDirectory()}/remote.git`;
  git(root, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  git(root, 'push', '--quiet', remote, 'main');
  git(root, 'clone', '--quiet', remote, `${root}-2`);
  const other = createMemoryStore(openGit(`${root}-2/memory`));
  await other.update('alpha', { description: 'from elsewhere' });
  git(`${root}-2`, 'push', '--quiet', 'origin', 'main');
  git(root, 'sparse-checkout', 'set', '--no-cone', '/*', '!/memory/alpha.md');
  expect(await openHistory(directory, options).diff()).toEqual([]);
  await openSync({ ...options, remote, branch: 'main' }).sync();
  expect(text(root, 'memory/alpha.md')).toContain('from elsewhere');
  expect(git(root, 'status', '--porcelain')).toBe('');
});

test('what cannot be brought back is said, and nothing is written', async () => {
  const { root, directory } = await openHost();
  git(root, 'sparse-checkout', 'set', 'src');
  const blob = git(root, 'rev-parse', 'HEAD:memory/beta.md').trim();
  rmSync(`${root}/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
  const entry = { name: 'new', description: 'n', type: 'user', body: 'n' } as const;
  await expect(reopen(directory).save(entry)).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('`git sparse-checkout add memory` does that'),
  });
  expect(existsSync(`${directory}/new.md`)).toBe(false);
});
