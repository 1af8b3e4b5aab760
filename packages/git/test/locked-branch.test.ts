import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openSync } from '../src/index.js';
import { git } from './git-command.js';
import { openGit, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';
import { openClones } from './sync/open-clones.js';

describe.each(['branch', 'HEAD'])('a lock that is left on the %s', (name) => {
  test.each([
    ['own', '.git'],
    ['private', '.mem/history.git'],
  ] as const)('is named, and the change is committed when it is gone, %s', async (mode, folder) => {
    const root = scratchDirectory();
    const storage = openGit(root, { mode });
    await save(storage, 'a.md', 'one');
    const head = git(root, `--git-dir=${root}/${folder}`, 'symbolic-ref', 'HEAD').trim();
    const lock = `${folder}/${name === 'branch' ? head : name}.lock`;
    writeFileSync(`${root}/${lock}`, '');
    const { notCommitted } = await save(storage, 'a.md', 'two');
    expect(notCommitted?.reason).toBe('branch-locked');
    expect(notCommitted?.message).toContain(`the branch is locked by ${lock},`);
    expect(notCommitted?.message).not.toContain(root);
    rmSync(`${root}/${lock}`);
    expect((await storage.catchUp()).commit).toBeDefined();
  });
});

test('a lock in the main folder of a worktree is named by its place there', async () => {
  const root = scratchDirectory();
  const main = `${root}/main`;
  git(root, 'init', '--quiet', '--initial-branch=main', main);
  git(main, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--allow-empty', '-qm', 'i');
  git(main, 'worktree', 'add', '-q', '-b', 'side', `${root}/side`);
  writeFileSync(`${main}/.git/refs/heads/side.lock`, '');
  const { notCommitted } = await save(openGit(`${root}/side`), 'a.md', 'one');
  expect(notCommitted?.message).toContain('locked by .git/refs/heads/side.lock,');
});

test('a synchronisation that cannot move the branch names the lock and changes nothing', async () => {
  const { a, b, remote } = openClones();
  await a.store.save({ name: 'x', description: 'x', type: 'user', body: 'x' });
  await a.sync.sync();
  await b.sync.sync();
  await a.store.update('x', { body: 'y' });
  await a.sync.sync();
  const lock = `.git/${git(b.directory, 'symbolic-ref', 'HEAD').trim()}.lock`;
  writeFileSync(`${b.directory}/${lock}`, '');
  const sync = openSync({ directory: b.directory, mode: 'own', remote, branch: 'main' });
  await expect(sync.sync()).rejects.toThrow(
    `Nothing was synchronised: the branch is locked by ${lock}`,
  );
  expect((await b.store.get('x')).body).toBe('x');
  expect(git(b.directory, 'status', '--porcelain')).toBe('');
});
