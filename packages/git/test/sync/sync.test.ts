import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { readTree } from '../../src/head.js';
import { openSync } from '../../src/index.js';
import { landCommit, Overtaken } from '../../src/sync/land-commit.js';
import { openSyncWorld } from '../../src/sync/sync-world.js';
import { git } from '../history/open-memory.js';
import { scratchDirectory } from '../scratch-directory.js';
import { type Clone, filesOf, gitOf, openClone, openClones } from './open-clones.js';

const alpha = {
  name: 'alpha',
  description: 'first',
  type: 'user',
  body: 'one\ntwo\nthree\n',
} as const;

async function indexProblems({ store }: Clone) {
  const { problems } = await store.check();
  return problems.filter(({ kind }) => /^index-(?:dangling|unindexed|duplicate)/.test(kind));
}

async function settle(a: Clone, b: Clone) {
  for (const clone of [a, b, a]) await clone.sync.sync();
  expect(filesOf(a)).toEqual(filesOf(b));
  expect(await indexProblems(a)).toEqual([]);
  expect((await a.sync.conflicts()).map(({ commit: _, ...rest }) => rest)).toEqual(
    (await b.sync.conflicts()).map(({ commit: _, ...rest }) => rest),
  );
}

test.each(['own', 'private'] as const)('a memory comes to a second machine, %s', async (mode) => {
  const { a, b } = openClones(mode);
  await a.store.save(alpha);
  expect(await a.sync.sync()).toMatchObject({ outcome: 'none', push: 'pushed', conflicts: [] });
  expect(await b.sync.sync()).toMatchObject({ changed: ['MEMORY.md', 'alpha.md'] });
  expect(filesOf(b)).toEqual(filesOf(a));
  await a.store.update('alpha', { body: 'changed\n' });
  await a.sync.sync();
  await b.sync.sync();
  expect(filesOf(b)).toEqual(filesOf(a));
  expect(gitOf(b, mode, 'log', '--format=%s', '-1')).toContain('alpha');
  expect(gitOf(b, mode, 'rev-list', '--merges', 'HEAD')).toBe('');
  expect(gitOf(b, mode, 'fsck', '--no-dangling')).toBe('');
  if (mode === 'own') expect(git(b.directory, 'status', '--porcelain')).toBe('');
  expect(await b.sync.sync()).toMatchObject({ outcome: 'none', push: 'none' });
});

test('two machines that began on their own come together', async () => {
  const { a, b } = openClones();
  await a.store.save(alpha);
  await b.store.save({ ...alpha, name: 'beta' });
  await settle(a, b);
  expect(Object.keys(filesOf(a))).toEqual(['MEMORY.md', 'alpha.md', 'beta.md']);
});

test('different fields and lines of one entry merge, and the newest time stands', async () => {
  const { a, b } = openClones();
  const text = (fields: string, body: string) => `---\nname: alpha\n${fields}---\n\n${body}`;
  const base = 'description: first # kept\ntype: user\nmodified: 2026-01-01T00:00:00Z\n';
  writeFileSync(`${a.directory}/alpha.md`, text(base, 'one\ntwo\nthree\n'));
  await a.sync.sync();
  await b.sync.sync();
  const ours = 'description: second # kept\ntype: user\nmodified: 2026-03-01T00:00:00Z\n';
  writeFileSync(`${a.directory}/alpha.md`, text(ours, 'one\ntwo\n3\n'));
  const theirs =
    'description: first # kept\ntype: project\nextra: x\nmodified: 2026-02-01T00:00:00Z\n';
  writeFileSync(`${b.directory}/alpha.md`, text(theirs, '1\ntwo\nthree\n'));
  await settle(a, b);
  expect(filesOf(a)['alpha.md']).toBe(
    text(
      'description: second # kept\ntype: project\nextra: x\nmodified: 2026-03-01T00:00:00Z\n',
      '1\ntwo\n3\n',
    ),
  );
  expect(await a.sync.conflicts()).toEqual([]);
});

test('a field and a line that both changed stay valid, listed and resolvable', async () => {
  const { a, b } = openClones();
  await a.store.save(alpha);
  await a.sync.sync();
  await b.sync.sync();
  await a.store.update('alpha', { description: 'by a', body: 'one\nA\nthree\n' });
  await b.store.update('alpha', { description: 'by b', body: 'one\nB\nthree\nfour\n' });
  await a.sync.sync();
  const merged = await b.sync.sync();
  expect(merged.conflicts).toMatchObject([{ path: 'alpha.md', kind: 'edited' }]);
  const entry = await b.store.get('alpha');
  expect(entry).toMatchObject({ description: 'by b' });
  expect(entry.body.trim()).toBe('one\nB\nthree\nfour');
  await a.sync.sync();
  expect(filesOf(a)).toEqual(filesOf(b));
  const { contents } = await a.sync.conflict('alpha.md');
  expect(Buffer.from(contents.theirs ?? '').toString()).toContain('by a');
  expect(Buffer.from(contents.base ?? '').toString()).toContain('first');
  // What was changed since does not get lost when the other side is chosen.
  await a.store.update('alpha', { body: 'one\nB\nthree\nfour\nfive\n' });
  await a.sync.resolve('alpha.md', 'theirs');
  const resolved = await a.store.get('alpha');
  expect(resolved.description).toBe('by a');
  expect(resolved.body.trim()).toBe('one\nA\nthree\nfour\nfive');
  expect(await a.sync.conflicts()).toEqual([]);
  await settle(a, b);
  expect(await b.sync.conflicts()).toEqual([]);
  await expect(b.sync.resolve('alpha.md', 'ours')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(gitOf(b, 'own', 'fsck', '--no-dangling')).toBe('');
});

test.each([
  ['ours', undefined],
  ['theirs', 'by them'],
  [{ text: 'edited' }, 'edited'],
] as const)('a change beats a removal, and %j settles it', async (resolution, left) => {
  const { a, b } = openClones();
  await a.store.save(alpha);
  await a.store.save({ ...alpha, name: 'beta' });
  await settle(a, b);
  await b.store.update('alpha', { body: 'by them\n' });
  await b.sync.sync();
  await a.store.delete('alpha');
  await a.sync.sync();
  expect(await a.sync.conflicts()).toMatchObject([{ path: 'alpha.md', kind: 'removed-by-us' }]);
  expect(filesOf(a)['alpha.md']).toContain('by them');
  expect(await indexProblems(a)).toEqual([]);
  await a.sync.resolve('alpha.md', resolution);
  const text = filesOf(a)['alpha.md'];
  if (left === undefined) expect(text).toBeUndefined();
  else expect(text).toContain(left);
  expect(await indexProblems(a)).toEqual([]);
  await settle(a, b);
});

test('a change follows a rename, and two renames are listed', async () => {
  const { a, b } = openClones();
  await a.store.save({ ...alpha, body: 'one\ntwo\nthree\nfour\nfive\nsix\n' });
  await settle(a, b);
  await a.store.rename('alpha', 'gamma');
  await b.store.update('alpha', { body: 'one\ntwo\n3\nfour\nfive\nsix\n' });
  await settle(a, b);
  expect(Object.keys(filesOf(a))).toEqual(['MEMORY.md', 'gamma.md']);
  expect(filesOf(a)['gamma.md']).toContain('\n3\n');
  expect(await a.sync.conflicts()).toEqual([]);
  await a.store.rename('gamma', 'delta');
  await b.store.rename('gamma', 'epsilon');
  await settle(a, b);
  const [conflict] = await a.sync.conflicts();
  expect(conflict).toMatchObject({ kind: 'renamed', base: 'gamma.md' });
  await a.sync.resolve(conflict?.path ?? '', 'theirs');
  expect(Object.keys(filesOf(a))).toEqual(['MEMORY.md', conflict?.theirs ?? '']);
  await settle(a, b);
});

test('of two new files of one name one stands there and both are kept', async () => {
  const { a, b } = openClones();
  await a.store.save(alpha);
  await settle(a, b);
  await a.store.save({ ...alpha, name: 'new', description: 'of a', body: 'text of a\n' });
  await b.store.save({ ...alpha, name: 'new', description: 'of b', body: 'text of b\n' });
  await settle(a, b);
  expect(await a.sync.conflicts()).toMatchObject([{ path: 'new.md', kind: 'added' }]);
  const { contents } = await b.sync.conflict('new.md');
  const all = [contents.ours, contents.theirs].map((bytes) => Buffer.from(bytes ?? '').toString());
  expect(all.join()).toContain('text of a');
  expect(all.join()).toContain('text of b');
  expect(all).toContain(filesOf(a)['new.md']);
});

test('bytes come through unchanged: CRLF, byte order mark, no final line end, no UTF-8', async () => {
  const { a, b } = openClones();
  const files: Record<string, Buffer> = {
    'crlf.md': Buffer.from(
      '---\r\nname: crlf\r\ndescription: d\r\n---\r\n\r\none\r\ntwo\r\nthree\r\n',
    ),
    'bom.md': Buffer.from('\ufeff---\nname: bom\n---\n\none\ntwo\nthree'),
    'latin.md': Buffer.from('caf\xe9\n', 'latin1'),
    'empty.md': Buffer.from(''),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(`${a.directory}/${name}`, bytes);
  await settle(a, b);
  for (const [name, bytes] of Object.entries(files)) {
    expect(readFileSync(`${b.directory}/${name}`)).toEqual(bytes);
  }
  const edit = (clone: Clone, name: string, from: string, to: string) => {
    const text = readFileSync(`${clone.directory}/${name}`, 'utf8');
    writeFileSync(`${clone.directory}/${name}`, text.replace(from, to));
  };
  edit(a, 'crlf.md', 'one', '1');
  edit(b, 'crlf.md', 'three', '3');
  edit(a, 'bom.md', 'three', '3');
  edit(b, 'bom.md', 'one', '1');
  await settle(a, b);
  expect(readFileSync(`${a.directory}/crlf.md`, 'utf8')).toBe(
    '---\r\nname: crlf\r\ndescription: d\r\n---\r\n\r\n1\r\ntwo\r\n3\r\n',
  );
  expect(readFileSync(`${a.directory}/bom.md`, 'utf8')).toBe(
    '\ufeff---\nname: bom\n---\n\n1\ntwo\n3',
  );
});

test('a push that comes too late pulls first', async () => {
  const { a, b } = openClones();
  await a.store.save(alpha);
  await settle(a, b);
  await a.store.save({ ...alpha, name: 'of-a' });
  await b.store.save({ ...alpha, name: 'of-b' });
  const results = await Promise.all([a.sync.sync(), b.sync.sync()]);
  expect(results.every(({ push }) => push === 'pushed' || push === 'none')).toBe(true);
  await settle(a, b);
  expect(Object.keys(filesOf(a))).toEqual(['MEMORY.md', 'alpha.md', 'of-a.md', 'of-b.md']);
});

test('saves that run beside a synchronisation are all kept', async () => {
  const { a, b } = openClones();
  await a.store.save(alpha);
  await settle(a, b);
  for (let at = 0; at < 5; at++) await b.store.save({ ...alpha, name: `b${at}` });
  await b.sync.sync();
  const saves = Array.from({ length: 10 }, (_, at) => a.store.save({ ...alpha, name: `a${at}` }));
  await Promise.all([...saves, a.sync.sync()]);
  await settle(a, b);
  expect(Object.keys(filesOf(b))).toHaveLength(17);
});

test.each([
  '--upload-pack=touch pwned',
  'ext::sh -c "touch pwned"',
  'git://example.org/x',
  'ssh://-oProxyCommand=touch/x',
  '-oProxyCommand=x:y',
  'a\nb',
  '',
])('refuses the address %j', async (url) => {
  const { a, remote } = openClones();
  await a.store.save(alpha);
  await expect(openClone(a.directory, url, 'own').sync.sync()).rejects.toMatchObject({
    code: expect.stringMatching(/REFUSED|NOT_FOUND/),
  });
  await expect(a.sync.connect(url)).rejects.toMatchObject({ code: 'REFUSED' });
  await a.sync.connect(remote);
  expect(git(a.directory, 'config', 'remote.origin.url').trim()).toBe(remote);
});

test('says in one line what is wrong with a remote, without secrets, and changes nothing', async () => {
  const { a } = openClones();
  await a.store.save(alpha);
  const before = filesOf(a);
  for (const url of [`${scratchDirectory()}/nothing`, 'http://u:secret@127.0.0.1:1/x']) {
    const error: Error = await openClone(a.directory, url, 'own')
      .sync.sync()
      .then(
        () => new Error('it worked'),
        (reason) => reason,
      );
    expect(error).toMatchObject({ code: 'STORAGE' });
    expect(error.message).not.toMatch(/secret|\/tmp|\n/);
  }
  expect(filesOf(a)).toEqual(before);
});

test('runs no program that the repository itself names', async () => {
  const { a, remote } = openClones();
  await a.store.save(alpha);
  const mark = `${scratchDirectory()}/pwned`;
  // Git takes the address itself for the name of a remote where it has settings.
  const url = `file://${remote}`;
  for (const [key, value] of [
    ['remote.origin.url', url],
    ['remote.origin.uploadpack', `touch ${mark};`],
    [`remote.${url}.uploadpack`, `touch ${mark};`],
    [`remote.${url}.receivepack`, `touch ${mark};`],
    ['core.sshCommand', `touch ${mark};`],
    ['credential.helper', `!touch ${mark};`],
  ] as const) {
    git(a.directory, 'config', key, value);
  }
  await openClone(a.directory, 'origin', 'own').sync.sync();
  await a.store.save({ ...alpha, name: 'beta' });
  await openClone(a.directory, url, 'own').sync.sync();
  const broken = openClone(a.directory, 'ssh://127.0.0.1:1/x', 'own').sync;
  await expect(broken.sync()).rejects.toMatchObject({ code: 'STORAGE' });
  expect(() => readFileSync(mark)).toThrow();
});

test('in a repository that holds other things, those are left to their owner', async () => {
  const root = scratchDirectory();
  git(root, 'init', '--quiet', '--bare', 'remote.git');
  const open = (name: string) => {
    git(root, 'clone', '--quiet', 'remote.git', name);
    return hostClone(`${root}/${name}`, `${root}/remote.git`);
  };
  const a = open('a');
  writeFileSync(`${root}/a/code.txt`, 'code\n');
  git(`${root}/a`, 'add', '.');
  git(`${root}/a`, 'commit', '--quiet', '-m', 'code');
  git(`${root}/a`, 'push', '--quiet', 'origin', 'HEAD:main');
  const b = open('b');
  git(`${root}/b`, 'checkout', '--quiet', 'main');
  await a.store.save(alpha);
  await b.store.save({ ...alpha, name: 'beta' });
  writeFileSync(`${root}/b/code.txt`, 'unsaved work\n');
  writeFileSync(`${root}/b/staged.txt`, 'staged\n');
  git(`${root}/b`, 'add', 'staged.txt');
  const before = git(`${root}/b`, 'status', '--porcelain');
  await settle(a, b);
  expect(git(`${root}/b`, 'status', '--porcelain')).toBe(before);
  git(`${root}/b`, 'commit', '--quiet', '-m', 'staged');
  await expect(b.sync.sync()).rejects.toMatchObject({ code: 'REFUSED' });
  git(`${root}/b`, 'push', '--quiet', 'origin', 'HEAD:main');
  await expect(a.sync.sync()).rejects.toThrow(/staged\.txt/);
});

function hostClone(root: string, remote: string): Clone {
  const clone = openClone(`${root}/memory`, remote, 'host' as 'own');
  rmSync(`${root}/memory/.gitattributes`, { force: true });
  return clone;
}

test('what somebody writes in the middle of a merge is not overwritten', async () => {
  const { a, remote } = openClones();
  await a.store.save(alpha);
  const world = await openSyncWorld({ directory: a.directory, mode: 'own', remote });
  const from = gitOf(a, 'own', 'rev-parse', 'HEAD').trim();
  const tree = await readTree(world.repository, from);
  const path = storagePath('alpha.md');
  const file = { from: tree.get(path), to: Buffer.from('merged'), mode: '100644' };
  writeFileSync(`${a.directory}/alpha.md`, 'by hand');
  const landing = { commit: from, from, files: new Map([[path, file]]) };
  await expect(landCommit(world, landing)).rejects.toBeInstanceOf(Overtaken);
  expect(readFileSync(`${a.directory}/alpha.md`, 'utf8')).toBe('by hand');
});

test('what two histories of different kinds hold, rules for git too, comes to both', async () => {
  const { a, b, remote } = openClones('own');
  const other = openClone(`${b.directory}-private`, remote, 'private');
  await a.store.save(alpha);
  await other.store.save({ ...alpha, name: 'beta' });
  await a.sync.sync();
  await settle(a, other);
  expect(Object.keys(filesOf(other))).toEqual(['MEMORY.md', 'alpha.md', 'beta.md']);
  // Rules that somebody adds travel, and the directory of the private history gets no file.
  const rules = '* -text\n*.md merge=mem\n';
  writeFileSync(`${a.directory}/.gitattributes`, rules);
  git(a.directory, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '-am', 'rule');
  await other.store.update('beta', { body: 'changed\n' });
  await settle(a, other);
  await settle(a, b);
  expect(readFileSync(`${b.directory}/.gitattributes`, 'utf8')).toBe(rules);
  for (const { directory } of [a, b]) {
    expect(git(directory, 'status', '--porcelain')).toBe('');
  }
  expect(existsSync(`${other.directory}/.gitattributes`)).toBe(false);
  expect(gitOf(other, 'private', 'show', 'HEAD:.gitattributes')).toBe(rules);
  expect(gitOf(a, 'own', 'show', 'HEAD:.gitattributes')).toBe(rules);
});

test('rules that somebody edits meanwhile stay as they are', async () => {
  const { a, b } = openClones('own');
  await a.store.save(alpha);
  await settle(a, b);
  writeFileSync(`${a.directory}/.gitattributes`, '* -text\n*.md merge=mem\n');
  git(a.directory, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '-am', 'rule');
  writeFileSync(`${b.directory}/.gitattributes`, 'mine\n');
  await settle(a, b);
  expect(readFileSync(`${b.directory}/.gitattributes`, 'utf8')).toBe('mine\n');
  expect(git(b.directory, 'status', '--porcelain').trim()).toBe('M .gitattributes');
});

test('machines whose first branches have different names find each other', async () => {
  const { a, b, remote } = openClones('private');
  await a.store.save(alpha);
  await b.store.save({ ...alpha, name: 'beta' });
  const open = ({ directory }: Clone, branch?: string) =>
    openSync({ directory, mode: 'private', remote, ...(branch ? { branch } : {}) });
  gitOf(a, 'private', 'branch', '-m', 'main', 'trunk');
  expect(await open(a).sync()).toMatchObject({ push: 'pushed' });
  const second = open(b);
  expect(await second.sync()).toMatchObject({ outcome: 'merge', push: 'pushed' });
  expect(git(remote, 'branch', '--format=%(refname:short)').trim()).toBe('trunk');
  await second.connect(remote);
  expect(await openSync({ directory: b.directory, mode: 'private' }).sync()).toMatchObject({
    outcome: 'none',
    push: 'none',
  });
  expect(git(remote, 'branch', '--format=%(refname:short)').trim()).toBe('trunk');
  // Of two it takes none by itself.
  git(remote, 'branch', 'other', 'trunk');
  const third = openClone(`${b.directory}-third`, remote, 'private');
  await third.store.save({ ...alpha, name: 'gamma' });
  await expect(open(third).sync()).rejects.toThrow(
    /no branch main, but other, trunk\. Say which is meant with --branch NAME/,
  );
  expect(await open(third, 'other').sync()).toMatchObject({ push: 'pushed' });
  // Who has branches keeps them apart.
  gitOf(b, 'private', 'branch', 'aside');
  gitOf(b, 'private', 'symbolic-ref', 'HEAD', 'refs/heads/aside');
  expect(await open(b).sync()).toMatchObject({ push: 'pushed' });
  expect(git(remote, 'branch', '--format=%(refname:short)').trim().split('\n')).toEqual([
    'aside',
    'other',
    'trunk',
  ]);
});

test('what one address holds says nothing about another', async () => {
  const { a, remote } = openClones();
  const second = `${remote}-second`;
  git(a.directory, 'init', '--quiet', '--bare', second);
  await a.store.save(alpha);
  await a.sync.push();
  const other = openSync({ directory: a.directory, mode: 'own', remote: second, branch: 'main' });
  expect(await other.push()).toBe('pushed');
  await a.sync.connect(remote);
  await other.connect(second);
  const named = openSync({ directory: a.directory, mode: 'own' });
  await a.store.update('alpha', { body: 'changed\n' });
  expect(await named.push()).toBe('pushed');
  expect(git(second, 'show', 'main:alpha.md')).toContain('changed');
});

test('a line of the index that both wrote by hand is a conflict, and each can be chosen', async () => {
  const { a, b } = openClones();
  await a.store.save(alpha);
  await a.store.save({ ...alpha, name: 'beta', description: 'second' });
  await settle(a, b);
  const edit = ({ directory }: Clone, from: string, to: string) => {
    const file = `${directory}/MEMORY.md`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  edit(a, '— first', '— hook from a');
  edit(b, '— first', '— hook from b');
  edit(b, '— second', '— only b');
  await a.sync.sync();
  const { conflicts } = await b.sync.sync();
  expect(conflicts).toMatchObject([{ path: 'MEMORY.md', kind: 'edited' }]);
  await a.sync.sync();
  expect(await a.sync.conflicts()).toHaveLength(1);
  expect(filesOf(a)['MEMORY.md']).toContain('hook from b');
  const { contents } = await a.sync.conflict('MEMORY.md');
  expect(Buffer.from(contents.theirs ?? '').toString()).toContain('hook from a');
  await a.store.save({ ...alpha, name: 'gamma', description: 'third' });
  await a.sync.resolve('MEMORY.md', 'theirs');
  const text = Buffer.from(filesOf(a)['MEMORY.md'] ?? '', 'latin1').toString();
  expect(text).toContain('(alpha.md) — hook from a\n');
  expect(text).not.toContain('hook from b');
  expect(text).toContain('(beta.md) — only b\n');
  expect(text).toContain('(gamma.md) — third\n');
  await settle(a, b);
  expect(await b.sync.conflicts()).toEqual([]);
});

test('lines of the index that follow their memories are no conflict of their own', async () => {
  const { a, b } = openClones();
  await a.store.save(alpha);
  await settle(a, b);
  await a.store.update('alpha', { description: 'by a' });
  await b.store.update('alpha', { description: 'by b' });
  await a.sync.sync();
  const { conflicts } = await b.sync.sync();
  expect(conflicts.map(({ path }) => path)).toEqual(['alpha.md']);
});

test('a shallow clone merges what it can, and asks for the rest where it must', async () => {
  const { a, remote } = openClones();
  for (const description of ['first', 'second', 'third'])
    await a.store.save({ ...alpha, description });
  await a.sync.sync();
  const directory = `${a.directory}-shallow`;
  git(a.directory, 'clone', '--quiet', '--depth=2', '--branch=main', `file://${remote}`, directory);
  const shallow = openClone(directory, remote, 'own');
  await shallow.store.save({ ...alpha, name: 'beta' });
  await a.store.update('alpha', { body: 'changed\n' });
  await a.sync.sync();
  expect(await shallow.sync.sync()).toMatchObject({ outcome: 'merge', conflicts: [] });
  // Somebody brings back an old branch, from before this clone begins.
  const old = gitOf(a, 'own', 'rev-list', '--max-parents=0', 'HEAD').trim();
  gitOf(a, 'own', 'reset', '--quiet', '--hard', old);
  await a.store.save({ ...alpha, name: 'gamma' });
  gitOf(a, 'own', 'push', '--quiet', '--force', remote, 'HEAD:main');
  const before = filesOf(shallow);
  await expect(shallow.sync.sync()).rejects.toThrow(/is shallow.*git fetch --unshallow/);
  expect(filesOf(shallow)).toEqual(before);
  git(directory, 'fetch', '--quiet', '--unshallow');
  expect(await shallow.sync.sync()).toMatchObject({ outcome: 'merge', conflicts: [] });
});

test('what came in is told, and its conflicts, also where nothing can be given', async () => {
  const { a, b, remote } = openClones();
  await a.store.save(alpha);
  await settle(a, b);
  await a.store.update('alpha', { description: 'by a' });
  await a.sync.sync();
  writeFileSync(`${remote}/hooks/pre-receive`, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await b.store.update('alpha', { description: 'by b' });
  expect(await b.sync.sync()).toMatchObject({
    outcome: 'merge',
    push: 'failed',
    pushError: { code: 'STORAGE', message: expect.stringContaining('did not take the changes') },
    conflicts: [{ path: 'alpha.md' }],
  });
  await expect(b.sync.sync()).rejects.toMatchObject({ code: 'STORAGE' });
});
