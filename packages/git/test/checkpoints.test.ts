import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import {
  createMemoryStore,
  isRecoverable,
  isScannable,
  reportsSkipped,
  storagePath,
} from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { describe, expect, test } from 'vitest';
import { withGit } from '../src/index.js';
import { committedBytes, git, initRepository, put, subjects } from './git-command.js';
import { bytesOf, openGit, removeFile, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

/** The files of a commit, as `A path`. */
function filesOf(root: string, commit = 'HEAD'): string[] {
  const text = git(root, 'show', '--format=', '--name-status', '--no-renames', commit);
  return text
    .trim()
    .split('\n')
    .map((line) => line.replace('\t', ' '))
    .sort();
}

describe('a checkpoint', () => {
  test('is one commit with exactly the files of the change', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(`${root}/memory`);
    await storage.write(storagePath('one.md'), bytesOf('one'));
    await storage.write(storagePath('two.md'), bytesOf('two'));
    await storage.write(storagePath('MEMORY.md'), bytesOf('- [one](one.md)\n'));
    const paths = [storagePath('one.md'), storagePath('MEMORY.md')];
    const result = await storage.checkpoint({ message: 'save one', paths });
    expect(result).toEqual({ warnings: [], commit: git(root, 'rev-parse', 'HEAD').trim() });
    expect(filesOf(root)).toEqual(['A memory/MEMORY.md', 'A memory/one.md']);
    await storage.checkpoint({ message: 'save two', paths: [storagePath('two.md')] });
    expect(filesOf(root)).toEqual(['A memory/two.md']);
    expect(subjects(root)).toEqual(['save two', 'save one', 'first']);
  });

  test('commits the rest of a change with an ignored file, and names the file', async () => {
    const root = initRepository(scratchDirectory());
    put(root, '.gitignore', 'secret*.md\n');
    const storage = openGit(root);
    await storage.write(storagePath('secret.md'), bytesOf('one'));
    await storage.write(storagePath('MEMORY.md'), bytesOf('- [secret](secret.md)\n'));
    const paths = [storagePath('secret.md'), storagePath('MEMORY.md')];
    const { commit, notCommitted, warnings } = await storage.checkpoint({ message: 'save', paths });
    expect(commit).toBe(git(root, 'rev-parse', 'HEAD').trim());
    expect(filesOf(root)).toContain('A MEMORY.md');
    expect(notCommitted).toMatchObject({
      reason: 'ignored',
      message: expect.stringContaining('secret.md'),
    });
    expect(warnings).toHaveLength(1);
  });

  test('holds the message, the trailers and the author of the options', async () => {
    const root = initRepository(scratchDirectory());
    const author = { name: 'Ana', email: 'ana@example.org' };
    const storage = openGit(root, { tool: 'mem 1.0', agent: 'claude', author });
    const id = git(root, 'rev-parse', 'HEAD').trim();
    await storage.write(storagePath('a.md'), bytesOf('a'));
    await storage.checkpoint({ message: 'why', paths: [storagePath('a.md')], undoes: id });
    expect(git(root, 'log', '-1', '--format=%B|%an|%ae|%cn')).toBe(
      `why\n\nMemory-Tool: mem 1.0\nMemory-Agent: claude\nMemory-Undoes: ${id}\n|Ana|ana@example.org|Someone\n`,
    );
  });

  test('uses the name in git’s configuration, else one of its own', async () => {
    const directory = scratchDirectory();
    await save(openGit(directory, { mode: 'own' }), 'a.md', 'a');
    expect(git(directory, 'log', '-1', '--format=%an <%ae> %cn')).toBe('mem <mem@localhost> mem\n');
    git(directory, 'config', 'user.name', 'Ben');
    git(directory, 'config', 'user.email', 'ben@example.org');
    await save(openGit(directory), 'a.md', 'b');
    expect(git(directory, 'log', '-1', '--format=%an <%ae> %cn')).toBe(
      'Ben <ben@example.org> Ben\n',
    );
  });

  test('of nothing new makes no commit', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root);
    await save(storage, 'a.md', 'a');
    expect(await save(storage, 'a.md', 'a')).toEqual({ warnings: [] });
    expect(await storage.checkpoint({ message: 'x', paths: [] })).toEqual({ warnings: [] });
    expect(await storage.checkpoint({ message: 'x', paths: [storagePath('b.md')] })).toEqual({
      warnings: [],
    });
    expect(subjects(root)).toEqual(['save a.md', 'first']);
  });

  test('keeps the mode of a file', async () => {
    const root = initRepository(scratchDirectory());
    put(root, 'a.md', 'a');
    chmodSync(`${root}/a.md`, 0o755);
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '--message=executable');
    await save(openGit(root), 'a.md', 'b');
    expect(git(root, 'ls-files', '--stage', 'a.md')).toMatch(/^100755/);
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  test('of a store’s save, rename and delete has the entry and the index', async () => {
    const root = initRepository(scratchDirectory());
    const store = createMemoryStore(openGit(`${root}/memory`));
    const { entry } = await store.save({
      name: 'Coffee',
      description: 'how',
      type: 'user',
      body: 'black',
    });
    expect(filesOf(root)).toEqual(['A memory/MEMORY.md', `A memory/${entry.path}`]);
    await store.rename('Coffee', 'Tea');
    expect(filesOf(root)).toEqual(['A memory/tea.md', 'D memory/coffee.md', 'M memory/MEMORY.md']);
    await store.delete('Tea');
    expect(filesOf(root)).toEqual(['D memory/tea.md', 'M memory/MEMORY.md']);
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  test('takes a path of ours that the user had staged as it is on the disk', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root);
    await save(storage, 'a.md', 'one');
    put(root, 'a.md', 'staged by hand');
    git(root, 'add', 'a.md');
    expect(await save(storage, 'a.md', 'two')).toMatchObject({ warnings: [] });
    expect(subjects(root)).toEqual([
      'save a.md',
      'Changed outside of @mem: changed a.md',
      'save a.md',
      'first',
    ]);
    expect(committedBytes(root, 'a.md', 'HEAD~1').toString()).toBe('staged by hand');
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  test('made at once of many entries shares commits, and each is listed', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root);
    const names = Array.from({ length: 40 }, (_, at) => `n${at}.md`);
    const results = await Promise.all(names.map((name) => save(storage, name, name)));
    expect(results.every(({ commit }) => commit !== undefined)).toBe(true);
    const commits = subjects(root).length - 1;
    expect(commits).toBeLessThan(20);
    const text = git(root, 'log', '--format=%B');
    for (const name of names) expect(text).toContain(`save ${name}\n`);
    for (const [at, { commit = '' }] of results.entries()) {
      expect(committedBytes(root, `n${at}.md`, commit).toString()).toBe(`n${at}.md`);
    }
  });

  test('made at once of one entry has each its own commit', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root);
    const rounds = Array.from({ length: 10 }, (_, at) => at);
    await Promise.all(
      rounds.map((round) => save(storage, 'a.md', `round ${round}`, `save ${round}`)),
    );
    expect(subjects(root).slice(0, -1).sort()).toEqual(rounds.map((round) => `save ${round}`));
    expect(committedBytes(root, 'a.md').toString()).toBe(readFileSync(`${root}/a.md`, 'utf8'));
  });

  test('keeps what the wrapped storage can do', async () => {
    const directory = scratchDirectory();
    const storage = openGit(directory, { mode: 'own' });
    expect([isScannable(storage), isRecoverable(storage), reportsSkipped(storage)]).toEqual([
      true,
      true,
      true,
    ]);
    await save(storage, 'a.md', 'one');
    await save(storage, 'a.md', 'two');
    const changes = [];
    for await (const change of storage.changes()) changes.push(change.message);
    expect(changes).toEqual(['save a.md', 'save a.md']);
    symlinkSync('a.md', `${directory}/link.md`);
    expect(await storage.skipped()).toEqual([{ path: 'link.md', reason: 'symlink' }]);
    const { read, list, write, remove } = createDirectoryStorage(scratchDirectory());
    const plain = withGit({ read, list, write, remove }, { directory });
    expect([isScannable(plain), isRecoverable(plain), reportsSkipped(plain)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('what others did', () => {
  test('is committed first, and as such', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(`${root}/memory`);
    await save(storage, 'a.md', 'one');
    await save(storage, 'gone.md', 'one');
    put(root, 'memory/a.md', 'by hand');
    put(root, 'memory/new.md', 'by hand');
    put(root, 'memory/notes.txt', 'nobody’s memory');
    rmSync(`${root}/memory/gone.md`);
    await save(openGit(`${root}/memory`), 'b.md', 'two');
    expect(subjects(root).slice(0, 2)).toEqual(['save b.md', 'Changed outside of @mem: 3 files']);
    expect(filesOf(root)).toEqual(['A memory/b.md']);
    expect(filesOf(root, 'HEAD~1')).toEqual([
      'A memory/new.md',
      'D memory/gone.md',
      'M memory/a.md',
    ]);
    expect(git(root, 'status', '--porcelain')).toBe('?? memory/notes.txt\n');
  });

  test('to the very entry that is saved next is not lost', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root);
    await save(storage, 'a.md', 'one');
    put(root, 'a.md', 'by hand');
    await save(storage, 'a.md', 'two');
    put(root, 'a.md', 'by hand again');
    await removeFile(storage, 'a.md');
    const contents = git(root, 'log', '--format=%H', '--diff-filter=AM', '--', 'a.md')
      .trim()
      .split('\n');
    expect(contents.map((commit) => committedBytes(root, 'a.md', commit).toString())).toEqual([
      'by hand again',
      'two',
      'by hand',
      'one',
    ]);
  });

  test('and was committed by hand needs nothing', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root);
    await save(storage, 'a.md', 'one');
    put(root, 'a.md', 'by hand');
    git(root, 'commit', '--quiet', '--all', '--message=by hand');
    await save(storage, 'b.md', 'two');
    expect(subjects(root)).toEqual(['save b.md', 'by hand', 'save a.md', 'first']);
  });

  test('is left alone where a link, a folder or something unreadable is in a file’s place', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root);
    for (const name of ['link.md', 'folder.md']) await save(storage, name, name);
    rmSync(`${root}/link.md`);
    symlinkSync('code.txt', `${root}/link.md`);
    rmSync(`${root}/folder.md`);
    mkdirSync(`${root}/folder.md`);
    await save(storage, 'b.md', 'two');
    expect(filesOf(root)).toEqual(['A b.md']);
    expect(committedBytes(root, 'link.md').toString()).toBe('link.md');
  });

  test('in a repository inside the directory stays there', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root);
    initRepository(`${root}/nested`);
    put(root, 'nested/a.md', 'nested');
    await save(storage, 'b.md', 'two');
    expect(filesOf(root)).toEqual(['A b.md']);
    const result = await save(storage, 'nested/c.md', 'three');
    expect(result.notCommitted?.reason).toBe('nested');
    expect(readFileSync(`${root}/nested/c.md`, 'utf8')).toBe('three');
  });
});

describe('the repository', () => {
  test('of its own is made at the first change', async () => {
    const directory = `${scratchDirectory()}/memory`;
    const storage = openGit(directory, { mode: 'own' });
    expect(existsSync(directory)).toBe(false);
    expect(await save(storage, 'a.md', 'one')).toMatchObject({ warnings: [] });
    expect(subjects(directory)).toEqual([
      'save a.md',
      'Begin the history of this memory directory',
    ]);
    expect(git(directory, 'status', '--porcelain')).toBe('');
  });

  test('of its own takes in what is there', async () => {
    const directory = scratchDirectory();
    put(directory, 'old.md', 'old');
    await save(openGit(directory, { mode: 'own' }), 'a.md', 'one');
    expect(filesOf(directory, 'HEAD~1')).toEqual(['A .gitattributes', 'A old.md']);
  });

  test('of its own is not made over files that the one around it has', async () => {
    const root = initRepository(scratchDirectory());
    await save(openGit(`${root}/memory`), 'a.md', 'one');
    const result = await save(openGit(`${root}/memory`, { mode: 'own' }), 'b.md', 'two');
    expect(result.notCommitted?.reason).toBe('tracked-outside');
    expect(existsSync(`${root}/memory/.git`)).toBe(false);
  });

  test('that is private leaves the directory and the one around it as they are', async () => {
    const root = initRepository(scratchDirectory());
    put(root, 'memory/old.md', 'old');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '--message=old');
    put(root, 'memory/.gitignore', '*\n');
    const inGit = () => [
      readdirSync(`${root}/.git`),
      readFileSync(`${root}/.git/index`),
      subjects(root),
    ];
    const before = inGit();
    const storage = openGit(`${root}/memory`, { mode: 'private' });
    expect(await save(storage, 'a.md', 'one')).toMatchObject({ warnings: [] });
    expect(await save(storage, 'old.md', 'new')).toMatchObject({ warnings: [] });
    expect(inGit()).toEqual(before);
    expect(readdirSync(`${root}/memory`).sort()).toEqual(['.gitignore', '.mem', 'a.md', 'old.md']);
    expect(subjects(`${root}/memory/.mem/history.git`)).toEqual([
      'save old.md',
      'save a.md',
      'Begin the history of this memory directory',
    ]);
    const listed = [];
    for await (const { path } of storage.list()) listed.push(path);
    expect(listed.sort()).toEqual(['a.md', 'old.md']);
    expect(await save(openGit(`${root}/memory`), 'b.md', 'b')).toMatchObject({ warnings: [] });
    expect(subjects(root)).toEqual(['old', 'first']);
  });

  test('is asked for when there is none', async () => {
    for (const mode of ['auto', 'host'] as const) {
      const directory = scratchDirectory();
      const result = await save(openGit(directory, { mode }), 'a.md', 'one');
      expect(result.notCommitted?.reason).toBe('no-repository');
      expect(result.warnings).toEqual([{ message: result.notCommitted?.message }]);
      expect(existsSync(`${directory}/.git`)).toBe(false);
      expect(readFileSync(`${directory}/a.md`, 'utf8')).toBe('one');
    }
  });

  test('that is bare is none', async () => {
    const root = scratchDirectory();
    git(root, 'init', '--quiet', '--bare');
    const result = await save(openGit(`${root}/memory`), 'a.md', 'one');
    expect(result.notCommitted?.reason).toBe('bare');
  });

  test('may count its objects by SHA-256', async () => {
    const root = initRepository(scratchDirectory(), '--object-format=sha256');
    const storage = openGit(root);
    expect((await save(storage, 'a.md', 'one')).commit).toHaveLength(64);
    await removeFile(storage, 'a.md');
    expect(await storage.catchUp()).toEqual({ warnings: [] });
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  test('that is another one since is found', async () => {
    const root = scratchDirectory();
    const storage = openGit(`${root}/memory`);
    expect((await save(storage, 'a.md', 'one')).notCommitted?.reason).toBe('no-repository');
    initRepository(root);
    expect(await save(storage, 'b.md', 'two')).toMatchObject({ warnings: [] });
    expect(subjects(root)).toEqual(['save b.md', 'first']);
    rmSync(`${root}/memory/.mem`, { recursive: true });
    expect(await save(storage, 'c.md', 'three')).toMatchObject({ warnings: [] });
    expect(subjects(root)[0]).toBe('save c.md');
  });
});

test('what waits is committed in its order, each change of one entry by itself', async () => {
  const root = initRepository(scratchDirectory());
  const storage = openGit(root);
  git(root, 'checkout', '--quiet', '--detach');
  for (const content of ['one', 'two', 'three']) {
    await save(storage, 'a.md', content, `a ${content}`);
    await save(storage, `${content}.md`, content);
  }
  await removeFile(storage, 'two.md');
  expect(subjects(root)).toEqual(['first']);
  git(root, 'checkout', '--quiet', 'main');
  await save(openGit(root), 'last.md', 'last');
  const commits = git(root, 'log', '--reverse', '--format=%H', '--', 'a.md').trim().split('\n');
  expect(commits.map((commit) => committedBytes(root, 'a.md', commit).toString())).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(git(root, 'log', '--format=%B')).toMatch(/remove two\.md/);
  expect(git(root, 'status', '--porcelain')).toBe('');
});

test('a purged file does not wait anywhere', async () => {
  const directory = scratchDirectory();
  const storage = openGit(directory);
  await save(storage, 'secret.md', 'hunter2');
  await removeFile(storage, 'secret.md');
  await storage.write(storagePath('other.md'), bytesOf('hunter2'));
  await storage.purge(storagePath('secret.md'));
  await storage.purge(storagePath('other.md'));
  const waiting = readdirSync(`${directory}/.mem/git/changes`);
  expect(waiting.length).toBeGreaterThan(0);
  const secret = Buffer.from('hunter2').toString('base64').slice(0, 8);
  for (const name of waiting) {
    expect(readFileSync(`${directory}/.mem/git/changes/${name}`, 'utf8')).not.toContain(secret);
  }
});

describe('git', () => {
  test('that is not there costs the history, not the memory', async () => {
    const root = initRepository(scratchDirectory());
    const storage = openGit(root, { git: { command: `${root}/no-git-here` } });
    const result = await save(storage, 'a.md', 'one');
    expect(result.notCommitted?.reason).toBe('no-git');
    expect(result.warnings[0]?.message).toMatch(/^not committed: git is not installed.*\.$/);
    expect(readFileSync(`${root}/a.md`, 'utf8')).toBe('one');
    await save(openGit(root), 'b.md', 'two');
    expect(subjects(root)).toEqual(['Change 2 memories', 'first']);
  });

  for (const version of ['git version 2.30.9', 'git version 1.8.3.1', 'nonsense']) {
    test(`that says ${version} is refused`, async () => {
      const root = initRepository(scratchDirectory());
      put(root, '.git/old-git', `#!/bin/sh\necho ${version}\n`);
      chmodSync(`${root}/.git/old-git`, 0o755);
      const storage = openGit(root, { git: { command: `${root}/.git/old-git` } });
      const result = await save(storage, 'a.md', 'one');
      expect(result.notCommitted?.reason).toBe('old-git');
      expect(result.notCommitted?.message).toMatch(/2\.31 or later is needed/);
      expect(subjects(root)).toEqual(['first']);
    });
  }

  test('never appears in an answer with a folder of the host', async () => {
    const root = initRepository(scratchDirectory());
    rmSync(`${root}/.git/objects`, { recursive: true });
    put(root, '.git/objects', 'not a folder');
    const result = await save(openGit(root), 'a.md', 'one');
    expect(result.warnings).toHaveLength(1);
    expect(result.warnings[0]?.message).toMatch(/^not committed: [^\n]+$/);
    expect(result.warnings[0]?.message).not.toContain(root);
  });
});
