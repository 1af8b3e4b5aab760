import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHistory } from '../../src/index.js';
import { scratchDirectory } from '../scratch-directory.js';
import { git, openMemory } from './open-memory.js';

describe.each(['own', 'private', 'host'] as const)('history, %s', (mode) => {
  function open() {
    if (mode !== 'host') return openMemory(mode);
    const root = scratchDirectory();
    git(root, 'init', '--quiet');
    writeFileSync(`${root}/code.txt`, 'code\n');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '-m', 'code');
    return openMemory('host', `${root}/docs/memory`);
  }

  test('logs an entry across its renames, and all entries', async () => {
    const { store, history } = open();
    await store.save({
      name: 'alpha',
      description: 'first',
      type: 'user',
      body: 'one\ntwo\nthree\n',
    });
    await store.save({ name: 'beta', description: 'other', type: 'user', body: 'b\n' });
    await store.update('alpha', { body: 'one\ntwo changed\nthree\n' }, { message: 'why not' });
    await store.rename('alpha', 'gamma');
    await store.update('gamma', { description: 'now' });
    const log = await history.log({ path: 'gamma.md' });
    expect(log.map(({ files }) => files)).toEqual([
      [{ path: 'gamma.md', action: 'changed' }],
      [{ path: 'gamma.md', action: 'renamed', from: 'alpha.md' }],
      [{ path: 'alpha.md', action: 'changed' }],
      [{ path: 'alpha.md', action: 'added' }],
    ]);
    expect(log[2]?.subject).toContain('why not');
    expect(log[0]?.trailers).toContainEqual({ key: 'Memory-Agent', value: 'tester' });
    const all = await history.log({ limit: 3 });
    expect(all).toHaveLength(3);
    expect(all[1]?.files.map(({ path }) => path)).toEqual(['MEMORY.md', 'gamma.md']);
    expect(await history.log({ since: new Date(Date.now() + 60_000) })).toEqual([]);
  });

  test('says which commit brought each line, also before a rename', async () => {
    const { store, history } = open();
    await store.save({
      name: 'alpha',
      description: 'first',
      type: 'user',
      body: 'one\ntwo\nthree\n',
    });
    await store.update('alpha', { body: 'one\ntwo changed\nthree\n' });
    await store.rename('alpha', 'gamma');
    const log = await history.log({ path: 'gamma.md' });
    const lines = await history.blame('gamma.md');
    const two = lines.find(({ text }) => text === 'two changed');
    const name = lines.find(({ text }) => text === 'name: gamma');
    expect(two).toMatchObject({ part: 'body', commit: log[1]?.id, path: 'alpha.md' });
    expect(name).toMatchObject({ part: 'header', commit: log[0]?.id });
    expect(lines.find(({ text }) => text === 'three')?.commit).toBe(log[2]?.id);
    expect(lines.filter(({ part }) => part === 'header').at(-1)?.text).toBe('---');
    const before = await history.blame('gamma.md', 'HEAD~2');
    expect(before.map(({ text }) => text)).toContain('two');
  });

  test('shows what changed between commits and in the directory', async () => {
    const { directory, store, history } = open();
    await store.save({ name: 'alpha', description: 'first', type: 'user', body: 'one\ntwo\n' });
    await store.update('alpha', { description: 'second', type: 'user', body: 'one\n2\n' });
    await store.rename('alpha', 'gamma');
    const [entry] = await history.diff({ from: 'HEAD~2', to: 'HEAD~1', path: 'alpha.md' });
    expect(entry?.fields).toEqual([{ field: 'description', before: 'first', after: 'second' }]);
    expect(entry?.body[0]?.lines).toEqual([
      { kind: 'same', text: '' },
      { kind: 'same', text: 'one' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: '2' },
    ]);
    expect(entry?.text).toContain('-two\n+2\n');
    const renamed = await history.diff({ from: 'HEAD~1', to: 'HEAD' });
    expect(renamed.find(({ path }) => path === 'gamma.md')).toMatchObject({
      action: 'renamed',
      from: 'alpha.md',
    });
    expect(await history.diff()).toEqual([]);
    writeFileSync(`${directory}/gamma.md`, 'by hand');
    const [hand] = await history.diff({ path: 'gamma.md' });
    expect(hand?.text).toContain('+by hand\n\\ No newline at end of file\n');
  });

  test('gives one entry and everything back, byte for byte, as a change of its own', async () => {
    const { directory, store, history } = open();
    await store.save({ name: 'alpha', description: 'first', type: 'user', body: 'one\n' });
    const odd = Buffer.from('\ufeff---\r\nname: odd\r\n---\r\nno final end \u00e4');
    writeFileSync(`${directory}/odd.md`, odd);
    await store.save({ name: 'beta', description: 'other', type: 'user', body: 'b\n' });
    const [start] = await history.log({ limit: 1 });
    const index = readFileSync(`${directory}/MEMORY.md`);
    writeFileSync(`${directory}/odd.md`, 'overwritten by hand');
    await store.delete('alpha');
    await store.save({ name: 'delta', description: 'new', type: 'user', body: 'd\n' });
    expect(Buffer.from(await history.show('odd.md', start?.id ?? ''))).toEqual(odd);
    const one = await history.restore('alpha.md', start?.id ?? '');
    expect(one.commit).toBeDefined();
    expect(one.changed).toEqual(['alpha.md', 'MEMORY.md']);
    expect(readFileSync(`${directory}/MEMORY.md`, 'utf8')).toContain('(alpha.md)');
    await history.restore({ all: true }, start?.id ?? '');
    expect(readFileSync(`${directory}/odd.md`)).toEqual(odd);
    expect(readFileSync(`${directory}/MEMORY.md`)).toEqual(index);
    expect((await store.list()).entries.map(({ path }) => path)).toEqual([
      'alpha.md',
      'beta.md',
      'odd.md',
    ]);
    expect(await history.diff({ from: start?.id ?? '' })).toEqual([]);
    // What was there before the restore is not lost: it is in the history.
    const overwritten = await history.log({ path: 'odd.md' });
    const texts = await Promise.all(
      overwritten.map(async ({ id }) => Buffer.from(await history.show('odd.md', id)).toString()),
    );
    expect(texts).toContain('overwritten by hand');
  });

  test('restores all memories, and takes no note out of the logs', async () => {
    const { directory, store, history } = open();
    const log = `${directory}/logs/2026/12/2026-12-01.md`;
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, '- first\n');
    writeFileSync(`${directory}/sub-index.md`, 'x\n');
    mkdirSync(`${directory}/team`);
    writeFileSync(`${directory}/team/MEMORY.md`, '- [x](x.md)\n');
    await store.save({ name: 'alpha', description: 'first', type: 'user', body: 'b' });
    const [start] = await history.log();
    writeFileSync(log, '- first\n- second\n');
    writeFileSync(`${directory}/logs/2026/12/2026-12-02.md`, '- third\n');
    writeFileSync(`${directory}/team/MEMORY.md`, '- [y](y.md)\n');
    await store.update('alpha', { description: 'changed' });
    const { changed } = await history.restore({ all: true }, start?.id ?? '');
    expect([...changed].sort()).toEqual(['MEMORY.md', 'alpha.md']);
    expect(readFileSync(log, 'utf8')).toBe('- first\n- second\n');
    expect(existsSync(`${directory}/logs/2026/12/2026-12-02.md`)).toBe(true);
    expect(readFileSync(`${directory}/team/MEMORY.md`, 'utf8')).toBe('- [y](y.md)\n');
  });

  test('takes changes back, and keeps later hand edits of other places', async () => {
    const { directory, store, history } = open();
    await store.save({
      name: 'alpha',
      description: 'first',
      type: 'user',
      body: 'one\ntwo\nthree\nfour\n',
    });
    await store.save({ name: 'beta', description: 'other', type: 'user', body: 'b\n' });
    await store.update('alpha', { body: 'one\ntwo\nthree\n4\n' });
    writeFileSync(`${directory}/beta.md`, 'by hand\n');
    writeFileSync(
      `${directory}/alpha.md`,
      readFileSync(`${directory}/alpha.md`, 'utf8').replace('one', '1'),
    );
    const first = await history.undo();
    expect(first.undone?.files.map(({ path }) => path)).toContain('alpha.md');
    expect((await store.get('alpha')).body.trim()).toBe('1\ntwo\nthree\nfour');
    expect(readFileSync(`${directory}/beta.md`, 'utf8')).toBe('by hand\n');
    await expect(history.undo()).rejects.toMatchObject({ code: 'CONFLICT', path: 'beta.md' });
    rmSync(`${directory}/beta.md`);
    await history.undo();
    expect(readFileSync(`${directory}/MEMORY.md`, 'utf8')).not.toContain('beta');
  });

  test('takes deletion and rename back, until nothing is left', async () => {
    const { store, history } = open();
    await store.save({ name: 'alpha', description: 'first', type: 'user', body: 'one\n' });
    await store.rename('alpha', 'gamma');
    await store.delete('gamma');
    await history.undo();
    expect((await store.get('gamma')).body.trim()).toBe('one');
    await history.undo();
    expect((await store.list()).entries.map(({ path }) => path)).toEqual(['alpha.md']);
    await history.undo();
    expect((await store.list()).entries).toEqual([]);
    await expect(history.undo()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { problems } = await store.check();
    expect(problems.filter(({ kind }) => kind.startsWith('index-'))).toEqual([]);
  });
});

test.each([
  '--help',
  '-1',
  '--output=pwned',
  'HEAD; touch pwned',
  '$(touch pwned)',
  '',
  'a\nb',
  '@{',
  'nothing',
])('refuses the revision %j and runs nothing', async (revision) => {
  const { directory, store, history } = openMemory();
  await store.save({ name: 'alpha', description: 'first', type: 'user', body: 'one\n' });
  for (const call of [
    () => history.show('alpha.md', revision),
    () => history.blame('alpha.md', revision),
    () => history.restore('alpha.md', revision),
    () => history.diff({ from: revision }),
  ]) {
    await expect(call()).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
  }
  expect(git(directory, 'status', '--porcelain')).toBe('');
});

test('reads and writes names that look like options and patterns', async () => {
  const { directory, history, store } = openMemory();
  const names = ['--all.md', '-n1.md', ':(top)x.md', '*.md', 'a"b.md', 'HEAD.md', 'ä ö.md'];
  await store.save({ name: 'alpha', description: 'x', type: 'user', body: 'x' });
  for (const name of names) writeFileSync(`${directory}/${name}`, `first of ${name}\n`);
  await store.save({ name: 'beta', description: 'x', type: 'user', body: 'x' });
  for (const name of names) {
    expect(await history.log({ path: name })).toHaveLength(1);
    expect((await history.blame(name))[0]).toMatchObject({ text: `first of ${name}`, path: name });
    writeFileSync(`${directory}/${name}`, 'second\n');
    await history.restore(name, 'HEAD');
    expect(readFileSync(`${directory}/${name}`, 'utf8')).toBe(`first of ${name}\n`);
  }
  await expect(history.show('../etc/passwd', 'HEAD')).rejects.toMatchObject({
    code: 'INVALID_PATH',
  });
});

test('a directory without history says so and is left alone', async () => {
  const directory = scratchDirectory();
  const history = openHistory(directory, { mode: 'private' });
  await expect(history.log()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(history.undo()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
