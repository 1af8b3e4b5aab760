import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { expect, test } from 'vitest';
import { eachPastFile, openHistory, reviewMemory, withGit } from '../src/index.js';
import { git, initRepository } from './git-command.js';
import { openGit, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

test.each([
  ['own', '.git'],
  ['auto', '.git'],
  ['private', '.mem/history.git'],
] as const)('a repository with a damaged HEAD is called so, %s', async (mode, folder) => {
  const root = scratchDirectory();
  await save(openGit(root, { mode: mode === 'auto' ? 'own' : mode }), 'a.md', 'one');
  writeFileSync(`${root}/${folder}/HEAD`, 'garbage');
  const { notCommitted } = await save(openGit(root, { mode }), 'a.md', 'two');
  expect(notCommitted).toMatchObject({
    reason: 'damaged',
    message: expect.stringMatching(/is there, but git does not take it .* move .* away/),
  });
  expect(notCommitted?.message).toContain(`not committed: ${folder} is there`);
  await expect(openHistory(root, { mode }).log()).rejects.toThrow(/does not take it/);
});

test('a damaged repository inside or around another one is not passed over', async () => {
  const host = initRepository(scratchDirectory());
  const memory = `${host}/memory`;
  await save(openGit(memory, { mode: 'own' }), 'a.md', 'one');
  writeFileSync(`${memory}/.git/HEAD`, 'garbage');
  const before = git(host, 'rev-parse', 'HEAD');
  const { notCommitted } = await save(openGit(memory, { mode: 'own' }), 'a.md', 'two');
  expect(notCommitted?.reason).toBe('damaged');
  expect(git(host, 'rev-parse', 'HEAD')).toBe(before);
  rmSync(`${memory}/.git`, { recursive: true });
  writeFileSync(`${host}/.git/HEAD`, 'garbage');
  const around = await save(openGit(memory, { mode: 'host' }), 'a.md', 'three');
  expect(around.notCommitted?.message).toContain('not committed: ../.git is there');
});

test('a repository beyond a ceiling is none of ours, and not damaged', async () => {
  const host = initRepository(scratchDirectory());
  const environment = { ...process.env, GIT_CEILING_DIRECTORIES: host };
  const storage = openGit(`${host}/memory`, { mode: 'host', git: { environment } });
  const { notCommitted } = await save(storage, 'a.md', 'one');
  expect(['no-repository', undefined]).toContain(notCommitted?.reason);
});

test('a history that has lost its objects does not look empty', async () => {
  const root = scratchDirectory();
  const options = { directory: root, mode: 'own' } as const;
  const store = createMemoryStore(withGit(createDirectoryStorage(root), options));
  await store.save({ name: 'a', description: 'a', type: 'user', body: 'one' });
  const id = git(root, 'rev-parse', 'HEAD').trim();
  const blob = git(root, 'rev-parse', 'HEAD:a.md').trim();
  const objects = `${root}/.git/objects`;
  rmSync(`${objects}/${blob.slice(0, 2)}/${blob.slice(2)}`);
  writeFileSync(`${root}/a.md`, 'changed by hand');
  const history = openHistory(root, options);
  await expect(history.diff()).rejects.toThrow(/damaged: git has lost contents of a\.md/);
  await expect(reviewMemory(root, { ...options, until: 'HEAD', since: 'HEAD~1' })).rejects.toThrow(
    /damaged: git has lost contents of a\.md/,
  );
  for (const name of readdirSync(objects)) {
    if (name.length === 2) rmSync(`${objects}/${name}`, { recursive: true });
  }
  const lost = new RegExp(`damaged: git has lost the commit ${id.slice(0, 10)} of HEAD`);
  await expect(history.log()).rejects.toThrow(lost);
  await expect(history.diff()).rejects.toThrow(lost);
  await expect(history.show('a.md', 'HEAD')).rejects.toThrow(lost);
  await expect(history.show('a.md', 'HEAD~1')).rejects.toThrow(lost);
  await expect(reviewMemory(root, options)).rejects.toThrow(lost);
  await expect(history.log({ path: 'a.md' })).rejects.toMatchObject({ code: 'STORAGE' });
  await expect(history.show('a.md', id)).rejects.toThrow(lost);
});

test.each([
  ['the tree of the last commit', 'HEAD^{tree}'],
  ['an older commit', 'HEAD~1'],
])('a history that has lost %s is called damaged, in one line', async (_, what) => {
  const root = scratchDirectory();
  const storage = openGit(root, { mode: 'own' });
  for (const text of ['one', 'two', 'three']) await save(storage, 'a.md', text);
  loseObject(root, what);
  const history = openHistory(root, { mode: 'own' });
  const error = await history.log().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'STORAGE' });
  expect(String(error)).toMatch(
    /The history is damaged: git log says “[^\n]*”\. The memories[^\n]*$/,
  );
  await expect(reviewMemory(root, { mode: 'own' })).rejects.toThrow(/The history is damaged/);
});

test('what a commit holds and git has lost is not said to be absent, or looked at', async () => {
  const root = scratchDirectory();
  await save(openGit(root, { mode: 'own' }), 'a.md', 'one');
  await save(openGit(root, { mode: 'own' }), 'a.md', 'two');
  loseObject(root, 'HEAD:a.md');
  const history = openHistory(root, { mode: 'own' });
  const lost = /damaged: git has lost contents of a\.md/;
  await expect(history.show('a.md', 'HEAD')).rejects.toThrow(lost);
  await expect(history.blame('a.md')).rejects.toThrow(lost);
  await expect(history.restore('a.md', 'HEAD')).rejects.toThrow(lost);
  await expect(eachPastFile(root, { mode: 'own' }, () => {})).rejects.toThrow(lost);
  expect(Buffer.from(await history.show('a.md', 'HEAD~1')).toString()).toBe('one');
  await expect(history.show('b.md', 'HEAD')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

function loseObject(root: string, what: string): void {
  const id = git(root, 'rev-parse', what).trim();
  rmSync(`${root}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
}

test.each(['', 'garbage'])('an object that holds %j is damage, in one line', async (contents) => {
  const root = scratchDirectory();
  await save(openGit(root, { mode: 'own' }), 'a.md', 'one');
  const blob = git(root, 'rev-parse', 'HEAD:a.md').trim();
  const object = `${root}/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`;
  rmSync(object);
  writeFileSync(object, contents);
  await expect(openHistory(root, { mode: 'own' }).show('a.md', 'HEAD')).rejects.toThrow(
    /^The history is damaged: [^\n]+$/,
  );
});
