import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { installMergeDriver, mergeDriver } from '../../src/index.js';
import { git } from '../history/open-memory.js';
import { scratchDirectory } from '../scratch-directory.js';

/** Node 20 runs no TypeScript, so the command that git runs hands the files back to this process. */
const recorder = `const fs = require('fs');
const [, , dir, o, a, b, p] = process.argv;
for (const [name, file] of Object.entries({ o, a, b })) fs.copyFileSync(file, dir + '/' + name);
fs.writeFileSync(dir + '/p', p);
`;

function repository(): string {
  const root = scratchDirectory();
  git(root, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(`${root}/it's a $(touch pwned).md`, '---\nname: n\ntype: user\n---\n\none\ntwo\n');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'base');
  return root;
}

test('git calls the driver with its files, whatever the path is called', async () => {
  const root = repository();
  const seen = scratchDirectory();
  writeFileSync(`${seen}/record.cjs`, recorder);
  const command = `"${process.execPath}" "${seen}/record.cjs" "${seen}"`;
  const installed = await installMergeDriver(root, { command });
  expect(installed).toEqual({ isNew: true, commit: git(root, 'rev-parse', 'HEAD').trim() });
  expect(git(root, 'status', '--porcelain')).toBe('');
  expect(git(root, 'show', '--format=%s', '--name-only').trim()).toBe(
    'let git merge memories by mem\n\n.gitattributes',
  );
  expect(await installMergeDriver(root, { command })).toEqual({ isNew: false });
  expect(readFileSync(`${root}/.gitattributes`, 'utf8')).toBe('*.md merge=mem\n');
  const file = `${root}/it's a $(touch pwned).md`;
  const edit = (from: string, to: string, branch: string) => {
    git(root, 'checkout', '--quiet', '-B', branch, 'main');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    git(root, 'commit', '--quiet', '-a', '-m', branch);
  };
  edit('user', 'project', 'theirs');
  edit('two', '2', 'ours');
  git(root, 'merge', '--quiet', 'theirs');
  const files = { base: `${seen}/o`, ours: `${seen}/a`, theirs: `${seen}/b` };
  const path = readFileSync(`${seen}/p`, 'utf8');
  expect(path).toBe("it's a $(touch pwned).md");
  expect(await mergeDriver({ ...files, path })).toEqual({ isClean: true, conflicts: [] });
  expect(readFileSync(files.ours, 'utf8')).toBe('---\nname: n\ntype: project\n---\n\none\n2\n');
  expect(() => readFileSync(`${root}/pwned`)).toThrow();
});

test('conflicting lines stand between marks below a valid header, and are not clean', async () => {
  const folder = scratchDirectory();
  const write = (name: string, text: string) => {
    writeFileSync(`${folder}/${name}`, text);
    return `${folder}/${name}`;
  };
  const text = (description: string, line: string) =>
    `---\nname: n\ndescription: ${description}\n---\n\n${line}\n`;
  const files = {
    base: write('o', text('d', 'base')),
    ours: write('a', text('d1', 'ours')),
    theirs: write('b', text('d2', 'theirs')),
  };
  expect(await mergeDriver({ ...files, path: 'memory/n.md' })).toEqual({
    isClean: false,
    conflicts: [
      { part: 'field', field: 'description', ours: 'd1', theirs: 'd2' },
      { part: 'body', places: 1 },
    ],
  });
  expect(readFileSync(files.ours, 'utf8')).toBe(
    text('d1', '<<<<<<< ours\nours\n||||||| base\nbase\n=======\ntheirs\n>>>>>>> theirs'),
  );
});

test('an index never conflicts', async () => {
  const folder = scratchDirectory();
  for (const [name, text] of [
    ['o', ''],
    ['a', '- [A](a.md)\n'],
    ['b', '- [B](b.md)\n'],
  ] as const) {
    writeFileSync(`${folder}/${name}`, text);
  }
  const files = { base: `${folder}/o`, ours: `${folder}/a`, theirs: `${folder}/b` };
  expect(await mergeDriver({ ...files, path: 'memory/MEMORY.md' })).toEqual({
    isClean: true,
    conflicts: [],
  });
  expect(readFileSync(files.ours, 'utf8')).toBe('- [A](a.md)\n- [B](b.md)\n');
  writeFileSync(files.theirs, '- [A](a.md) — theirs\n');
  expect(await mergeDriver({ ...files, path: 'memory/MEMORY.md' })).toEqual({
    isClean: true,
    conflicts: [
      { part: 'line', path: 'a.md', ours: '- [A](a.md)', theirs: '- [A](a.md) — theirs' },
    ],
  });
});

test('a private history and a folder without one are refused', async () => {
  await expect(installMergeDriver(scratchDirectory())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the rule is committed alone, and left to its owner where that cannot be', async () => {
  const edited = repository();
  writeFileSync(`${edited}/.gitattributes`, '*.bin binary\n');
  expect(await installMergeDriver(edited)).toEqual({ isNew: true });
  expect(git(edited, 'status', '--porcelain')).toBe('?? .gitattributes\n');
  const detached = repository();
  git(detached, 'checkout', '--quiet', '--detach');
  expect(await installMergeDriver(detached)).toEqual({ isNew: true });
  const host = repository();
  mkdirSync(`${host}/memory`);
  expect(await installMergeDriver(`${host}/memory`)).toEqual({ isNew: true });
  expect(git(host, 'status', '--porcelain', '-uall')).toBe('?? memory/.gitattributes\n');
});
