import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { MemoryStore } from '@mem/core';
import { expect, test } from 'vitest';
import { openHistory } from '../../src/index.js';
import { scratchDirectory } from '../scratch-directory.js';
import { type Clone, openClones } from '../sync/open-clones.js';
import { git, openMemory } from './open-memory.js';

// What `undo` takes back, one test for each row of the table in the README.

const fields = { description: 'd', type: 'user' } as const;

async function make(store: MemoryStore, ...names: string[]): Promise<void> {
  for (const name of names) await store.save({ name, ...fields, body: `body of ${name}` });
}

function historyOf({ directory }: Clone) {
  return openHistory(directory, { mode: 'own' });
}

function read(directory: string, path: string): string {
  return readFileSync(`${directory}/${path}`, 'utf8');
}

function subjects(directory: string): string[] {
  return git(directory, 'log', '--format=%s').trim().split('\n');
}

async function names(store: MemoryStore): Promise<string[]> {
  return (await store.list()).entries.map(({ name }) => name);
}

/** Two machines with `rules` in conflict, settled by b. */
async function settled(resolution: 'ours' | 'theirs' | { text: string }) {
  const { a, b } = openClones();
  await a.store.save({ name: 'rules', ...fields, body: 'one\ntwo\nthree' });
  await a.sync.sync();
  await b.sync.sync();
  await b.store.save({ name: 'older', ...fields, body: 'x' });
  await a.store.update('rules', { body: 'one\nTWO of a\nthree' });
  await b.store.update('rules', { body: 'one\ntwo of b\nthree' });
  await a.sync.sync();
  expect((await b.sync.sync()).conflicts).toHaveLength(1);
  await b.sync.resolve('rules.md', resolution);
  expect(await b.sync.conflicts()).toEqual([]);
  return { a, b };
}

test('a restore, of one entry and of all', async () => {
  const { store, history } = openMemory();
  await make(store, 'one');
  await store.update('one', { body: 'later' });
  await history.restore('one.md', 'HEAD~1');
  expect((await history.undo()).message).toMatch(/^restore one\.md as of /);
  expect((await store.get('one')).body).toBe('later');
  await history.restore({ all: true }, 'HEAD~3');
  await history.undo();
  expect((await store.get('one')).body).toBe('later');
});

test.each(['theirs', { text: 'mine\n' }] as const)(
  'the settling of a conflict (%j), which is open again on every machine',
  async (resolution) => {
    const { a, b } = await settled(resolution);
    const history = historyOf(b);
    const undone = await history.undo();
    expect(undone).toMatchObject({ message: expect.stringMatching(/^resolve the conflict of/) });
    expect(undone.commit).toBe(git(b.directory, 'rev-parse', 'HEAD').trim());
    expect(read(b.directory, 'rules.md')).toContain('two of b');
    expect(await names(b.store)).toContain('older');
    expect(await b.sync.conflicts()).toMatchObject([{ path: 'rules.md', kind: 'edited' }]);
    expect(git(b.directory, 'status', '--porcelain')).toBe('');
    await b.sync.sync();
    expect((await a.sync.sync()).conflicts).toMatchObject([{ path: 'rules.md' }]);
    // The one before it is the update that met the other one: b's own, not a's.
    await b.sync.resolve('rules.md', 'theirs');
    expect(await b.sync.conflicts()).toEqual([]);
    expect((await history.undo()).message).toMatch(/^resolve/);
  },
);

test('the settling of a conflict that changed no file', async () => {
  const { b } = await settled('ours');
  const undone = await historyOf(b).undo();
  expect(undone).toMatchObject({ message: expect.stringMatching(/^resolve/), changed: [] });
  expect(await b.sync.conflicts()).toHaveLength(1);
  expect(await names(b.store)).toEqual(['older', 'rules']);
});

test('edits by hand and commits of one’s own stay', async () => {
  const { directory, store, history } = openMemory();
  await make(store, 'one', 'two');
  appendFileSync(`${directory}/one.md`, 'by hand\n');
  writeFileSync(`${directory}/three.md`, 'by hand\n');
  git(directory, 'add', 'three.md');
  git(directory, 'commit', '--quiet', '-m', 'by hand', '--', 'three.md');
  expect((await history.undo()).message).toBe('save "two"');
  expect(subjects(directory).slice(0, 3)).toEqual([
    'undo: save "two"',
    'Changed outside of @mem: changed one.md',
    'by hand',
  ]);
  expect(read(directory, 'one.md')).toContain('by hand');
  expect(existsSync(`${directory}/three.md`)).toBe(true);
});

test('a merge stays, and the last change made here is found behind it', async () => {
  const { directory, store, history } = openMemory();
  await make(store, 'one');
  git(directory, 'checkout', '--quiet', '-b', 'side');
  writeFileSync(`${directory}/side.md`, 'side\n');
  git(directory, 'add', '.');
  git(directory, 'commit', '--quiet', '-m', 'side');
  git(directory, 'checkout', '--quiet', '-');
  await make(store, 'two');
  git(directory, 'merge', '--quiet', '--no-edit', 'side');
  expect((await history.undo()).message).toBe('save "two"');
  expect(existsSync(`${directory}/side.md`)).toBe(true);
});

test('what other machines did stays, however it came in', async () => {
  const { a, b } = openClones();
  await make(a.store, 'of-a');
  await a.sync.sync();
  await b.sync.sync();
  // Taken over as it is: nothing here was made on this machine.
  await expect(historyOf(b).undo()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await make(b.store, 'of-b');
  await make(a.store, 'more-of-a');
  await a.sync.sync();
  await b.sync.sync();
  await a.sync.sync();
  await a.store.update('of-a', { body: 'again' });
  await a.sync.sync();
  await b.sync.sync();
  expect((await historyOf(b).undo()).message).toBe('save "of-b"');
  expect(await names(b.store)).toEqual(['more-of-a', 'of-a']);
  await expect(historyOf(b).undo()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // Behind what b has merged, a finds its own ones.
  await b.sync.sync();
  await a.sync.sync();
  const history = historyOf(a);
  expect((await history.undo()).message).toBe('update "of-a"');
  expect((await history.undo()).message).toBe('save "more-of-a"');
});

test('of changes that share a commit, one after the other', async () => {
  const { directory, store, history } = openMemory();
  await make(store, 'first');
  const wanted = Array.from({ length: 12 }, (_, at) => `n${at}`);
  const stores = wanted.map(() => openMemory('own', directory).store);
  await Promise.all(stores.map((each, at) => make(each, wanted[at] ?? '')));
  expect(subjects(directory).some((text) => /^Change \d+ memories$/.test(text))).toBe(true);
  for (let left = wanted.length; left > 0; left--) {
    const { message } = await history.undo();
    const name = /^save "(n\d+)"$/.exec(message)?.[1] ?? message;
    expect(await names(store)).toHaveLength(left);
    expect(await names(store)).not.toContain(name);
    expect(read(directory, 'MEMORY.md')).not.toContain(`(${name}.md)`);
    const { problems } = await store.check();
    expect(problems.filter(({ kind }) => kind.startsWith('index-'))).toEqual([]);
  }
  expect((await history.undo()).message).toBe('save "first"');
});

test('a change is known again after a rebase', async () => {
  const { directory, store, history } = openMemory();
  await make(store, 'one');
  git(directory, 'checkout', '--quiet', '-b', 'side', 'HEAD~1');
  git(directory, 'commit', '--quiet', '--allow-empty', '-m', 'side');
  git(directory, 'checkout', '--quiet', '-');
  await make(store, 'two');
  git(directory, 'rebase', '--quiet', 'side');
  expect((await history.undo()).message).toBe('save "two"');
  git(directory, 'commit', '--quiet', '--amend', '--no-edit');
  expect((await history.undo()).message).toBe('save "one"');
  expect(await names(store)).toEqual([]);
});

test('a memory that the repository ignores goes as a whole, with its line', async () => {
  const { directory, store, history } = openMemory();
  await make(store, 'one');
  writeFileSync(`${directory}/.gitignore`, 'secret*.md\n');
  await make(store, 'secret');
  expect(git(directory, 'status', '--porcelain')).toBe('?? .gitignore\n');
  await store.update('secret', { body: 'other' });
  expect((await history.undo()).message).toBe('update "secret"');
  expect((await store.get('secret')).body).toBe('body of secret');
  await history.undo();
  expect(await names(store)).toEqual(['one']);
  expect(read(directory, 'MEMORY.md')).not.toContain('secret');
  await make(store, 'secret');
  await store.delete('secret');
  await history.undo();
  expect((await store.get('secret')).body).toBe('body of secret');
  expect(read(directory, 'MEMORY.md')).toContain('secret');
  // Changed by hand, of which no commit knows: nothing is touched, also not the index.
  appendFileSync(`${directory}/secret.md`, 'by hand\n');
  await store.update('secret', { body: 'third' });
  appendFileSync(`${directory}/secret.md`, 'by hand again\n');
  const before = [read(directory, 'secret.md'), read(directory, 'MEMORY.md')];
  await expect(history.undo()).rejects.toMatchObject({ code: 'CONFLICT', path: 'secret.md' });
  expect([read(directory, 'secret.md'), read(directory, 'MEMORY.md')]).toEqual(before);
});

test('also where the repository ignores the whole directory', async () => {
  const root = scratchDirectory();
  git(root, 'init', '--quiet');
  writeFileSync(`${root}/.gitignore`, 'memory/\n');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'first');
  const { store, history } = openMemory('host', `${root}/memory`);
  await make(store, 'one', 'two');
  expect(await history.undo()).toMatchObject({ message: 'save "two"' });
  expect(await names(store)).toEqual(['one']);
  expect(read(root, 'memory/MEMORY.md')).not.toContain('two');
});

test('of an index that was edited since, only the lines of the change', async () => {
  const { directory, store, history } = openMemory();
  await make(store, 'one', 'two');
  const path = `${directory}/MEMORY.md`;
  writeFileSync(path, `# Mine\n\n${readFileSync(path, 'utf8')}\nA footer of mine.\n`);
  await make(store, 'three');
  appendFileSync(path, 'And more.\n');
  await store.reindex({ message: 'nothing to do' });
  expect((await history.undo()).message).toBe('save "three"');
  expect((await history.undo()).message).toBe('save "two"');
  const text = read(directory, 'MEMORY.md');
  expect(text).toMatch(/^# Mine\n[\s\S]*one\.md[\s\S]*A footer of mine\.\n[\s\S]*And more\.\n$/);
  expect(text).not.toMatch(/two|three/);
});

test('a rebuilt index, which is all that the change was', async () => {
  const { directory, store, history } = openMemory();
  await make(store, 'one');
  writeFileSync(`${directory}/two.md`, '---\nname: two\ndescription: d\ntype: user\n---\n\nb\n');
  const path = `${directory}/MEMORY.md`;
  appendFileSync(path, '- [gone](gone.md) — my words\n');
  await store.reindex({ message: 'tidy up' });
  expect(readFileSync(path, 'utf8')).toContain('two.md');
  writeFileSync(path, `# Since\n\n${readFileSync(path, 'utf8')}`);
  expect((await history.undo()).message).toBe('tidy up');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('# Since');
  expect(text).toContain('my words');
  expect(text).not.toContain('two.md');
});

test('what was taken back before it could be committed is not taken back twice', async () => {
  const { directory, store, history } = openMemory();
  await make(store, 'one', 'two');
  const branch = git(directory, 'branch', '--show-current').trim();
  git(directory, 'checkout', '--quiet', '--detach');
  await make(store, 'three');
  await expect(history.undo()).rejects.toMatchObject({ code: 'REFUSED' });
  expect(await names(store)).toContain('three');
  expect((await store.undo()).undone).toBe('save "three"');
  expect((await store.undo()).undone).toBe('save "two"');
  git(directory, 'checkout', '--quiet', branch);
  expect((await history.undo()).message).toBe('save "one"');
  // The trailer names a commit, or there is none.
  const trailers = git(directory, 'log', '--format=%(trailers:key=Memory-Undoes,valueonly)');
  for (const id of trailers.split('\n').filter(Boolean)) {
    expect(git(directory, 'cat-file', '-t', id)).toBe('commit\n');
  }
  expect(trailers.split('\n').filter(Boolean).length).toBeGreaterThan(0);
  // And the store's own undo knows what the history has taken back.
  await expect(store.undo()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a change of which the repository ignores one file goes as a whole, or not at all', async () => {
  const { directory, store, history } = openMemory();
  writeFileSync(`${directory}/.gitignore`, 'secret*.md\n');
  await make(store, 'plain');
  await store.save({ name: 'linked', ...fields, body: 'See [[plain]].' });
  const before = [read(directory, 'plain.md'), read(directory, 'MEMORY.md')];
  await store.rename('plain', 'secret plain');
  expect((await names(store)).toSorted()).toEqual(['linked', 'secret plain']);
  const left = [...(await names(store))].toSorted();
  // Its copies are gone with the kept ones: what is committed stays as well.
  const index = read(directory, 'MEMORY.md');
  const kept = `${directory}/.mem/trash`;
  renameSync(kept, `${kept}-away`);
  await expect(history.undo()).rejects.toMatchObject({ code: 'REFUSED' });
  expect((await names(store)).toSorted()).toEqual(left);
  expect([existsSync(`${directory}/plain.md`), read(directory, 'MEMORY.md')]).toEqual([
    false,
    index,
  ]);
  rmSync(kept, { recursive: true, force: true });
  renameSync(`${kept}-away`, kept);
  // Changed by hand since, of which only the ignored file knows.
  const secret = (await store.get('secret plain')).path;
  const text = read(directory, secret);
  appendFileSync(`${directory}/${secret}`, 'by hand\n');
  await expect(history.undo()).rejects.toMatchObject({ code: 'CONFLICT', path: secret });
  expect(existsSync(`${directory}/plain.md`)).toBe(false);
  writeFileSync(`${directory}/${secret}`, text);
  expect((await history.undo()).message).toBe('rename "plain" to "secret plain"');
  expect([read(directory, 'plain.md'), read(directory, 'MEMORY.md')]).toEqual(before);
  expect(existsSync(`${directory}/${secret}`)).toBe(false);
});
