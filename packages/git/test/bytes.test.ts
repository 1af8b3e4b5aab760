import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { committedBytes, git, initRepository, put, subjects } from './git-command.js';
import { openGit, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

const contents: Record<string, Uint8Array> = {
  'crlf.md': Buffer.from('one\r\ntwo\r\n'),
  'lf.md': Buffer.from('one\ntwo\n'),
  'mixed.md': Buffer.from('one\r\ntwo\nthree\rfour'),
  'bom.md': Buffer.from('\ufeffone\r\n'),
  'no-final-newline.md': Buffer.from('one'),
  'empty.md': Buffer.alloc(0),
  'blank-lines.md': Buffer.from('\n\n\n'),
  'not-utf8.md': Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0x80]),
  'every-byte.md': Buffer.from(Array.from({ length: 256 }, (_, value) => value)),
  'keywords.md': Buffer.from('$Id$ and $Id: 1234$\n'),
  'like-a-stream.md': Buffer.from('data 3\nabc\ncommit refs/heads/main\n\ndone\n'),
};

for (const autocrlf of ['true', 'input', 'false']) {
  for (const mode of ['own', 'host', 'private'] as const) {
    test(`bytes come through commit and checkout, autocrlf ${autocrlf}, ${mode}`, async () => {
      const root = initRepository(scratchDirectory());
      git(root, 'config', 'core.autocrlf', autocrlf);
      put(root, '.gitattributes', '*.md text eol=crlf ident\n');
      const directory =
        mode === 'host' ? `${root}/the memory` : mode === 'own' ? root : `${root}/p`;
      const storage = openGit(directory, { mode });
      for (const [name, bytes] of Object.entries(contents)) await save(storage, name, bytes);
      const gitDir = mode === 'private' ? `${directory}/.mem/history.git` : root;
      const prefix = mode === 'host' ? 'the memory/' : '';
      for (const [name, bytes] of Object.entries(contents)) {
        expect([name, committedBytes(gitDir, `${prefix}${name}`)]).toEqual([
          name,
          Buffer.from(bytes),
        ]);
      }
      expect(await storage.catchUp()).toEqual({ warnings: [] });
      if (mode === 'private') return;
      expect(git(root, 'status', '--porcelain', '--', `${directory}/*.md`)).toBe('');
      for (const name of Object.keys(contents)) rmSync(`${directory}/${name}`);
      git(root, 'checkout', '--quiet', 'HEAD', '--', directory);
      for (const [name, bytes] of Object.entries(contents)) {
        expect([name, readFileSync(`${directory}/${name}`)]).toEqual([name, Buffer.from(bytes)]);
      }
      expect(await storage.catchUp()).toEqual({ warnings: [] });
    });
  }
}

test('a clone of a repository of our making has the bytes too', async () => {
  const directory = `${scratchDirectory()}/memory`;
  const storage = openGit(directory, { mode: 'own' });
  for (const [name, bytes] of Object.entries(contents)) await save(storage, name, bytes);
  const clone = `${scratchDirectory()}/clone`;
  git(directory, 'clone', '--quiet', '-c', 'core.autocrlf=true', directory, clone);
  for (const [name, bytes] of Object.entries(contents)) {
    expect([name, readFileSync(`${clone}/${name}`)]).toEqual([name, Buffer.from(bytes)]);
  }
});

test('line ends that git has put into files are nobody’s change', async () => {
  const root = initRepository(scratchDirectory());
  put(root, 'memory/a.md', 'one\ntwo\n');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=memory');
  git(root, 'config', 'core.autocrlf', 'true');
  rmSync(`${root}/memory/a.md`);
  git(root, 'checkout', '--quiet', '--', 'memory/a.md');
  expect(readFileSync(`${root}/memory/a.md`, 'utf8')).toBe('one\r\ntwo\r\n');
  const storage = openGit(`${root}/memory`);
  await save(storage, 'b.md', 'b');
  expect(subjects(root)).toEqual(['save b.md', 'memory', 'first']);
  await save(storage, 'a.md', 'one\r\nthree\r\n');
  expect(subjects(root)).toEqual(['save a.md', 'save b.md', 'memory', 'first']);
  expect(committedBytes(root, 'memory/a.md').toString()).toBe('one\r\nthree\r\n');
});
