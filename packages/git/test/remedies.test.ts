import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createMemoryStore, type MemoryStore } from '@mem/core';
import { describe, expect, test } from 'vitest';
import type { GitCheckpointResult } from '../src/index.js';
import { cleanEnvironment, git, gitStops, initRepository, put } from './git-command.js';
import { openGit } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

// Whoever does what a `not committed` line says ends with everything committed and nothing lost.

const environment = {
  ...cleanEnvironment,
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
};

/** As a person who copies it into a shell. False when git refuses. */
function inShell(root: string, command: string): boolean {
  try {
    execFileSync('sh', ['-c', command], { cwd: root, env: environment, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const lines = (from: number, to: number, mark = '') =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}${mark}\n`).join('');

interface Place {
  readonly root: string;
  readonly memory: string;
  readonly store: MemoryStore;
  readonly storage: ReturnType<typeof openGit>;
}

/** A repository with memories, and a branch `side` that changes code and, if wanted, a memory. */
async function open(folder: string, touchesMemory: boolean): Promise<Place> {
  const root = initRepository(scratchDirectory());
  const storage = openGit(`${root}/${folder}`);
  const store = createMemoryStore(storage);
  const fields = { description: 'd', type: 'user' } as const;
  await store.save({ name: 'there', ...fields, body: lines(1, 20) });
  await store.save({ name: 'renamed', ...fields, body: 'x\n' });
  git(root, 'checkout', '--quiet', '-b', 'side');
  put(root, 'code.txt', 'side\n');
  const file = `${folder === '' ? '' : `${folder}/`}there.md`;
  if (touchesMemory) {
    put(root, file, readFileSync(`${root}/${file}`, 'utf8').replace('line 20', 'line 20 of side'));
  }
  git(root, 'commit', '--quiet', '--all', '--message=side');
  put(root, 'more.txt', 'more\n');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=more');
  git(root, 'checkout', '--quiet', 'main');
  put(root, 'code.txt', 'main\n');
  git(root, 'commit', '--quiet', '--all', '--message=main');
  return { root, memory: `${root}/${folder}`, store, storage };
}

/** What an agent does in the meantime. */
async function work({ store }: Place): Promise<void> {
  const fields = { description: 'd', type: 'user' } as const;
  await store.update('there', { body: lines(1, 20).replace('line 1\n', 'line 1, saved\n') });
  await store.save({ name: 'new', ...fields, body: 'a new one\n' });
  await store.rename('renamed', 'other');
}

interface State {
  readonly name: string;
  readonly enter: (root: string) => void;
  /** The commands of the line, by what they begin with, that end the state one way. */
  readonly ways: Readonly<Record<string, RegExp>>;
}

const finish = /^git \S+ --continue$/;
const giveUp = /^git \S+ --abort$/;

const states: State[] = [
  {
    name: 'merge',
    enter: (root) => gitStops(root, 'merge', 'side'),
    ways: { finished: finish, 'given up': giveUp },
  },
  {
    name: 'rebase',
    enter: (root) => gitStops(root, 'rebase', 'side'),
    ways: { finished: finish, 'given up': giveUp },
  },
  {
    name: 'rebase by patches',
    enter: (root) => gitStops(root, 'rebase', '--apply', 'side'),
    ways: { finished: finish, 'given up': giveUp },
  },
  {
    name: 'patches',
    enter(root) {
      put(root, '.git/a.patch', git(root, 'format-patch', '--stdout', '-2', 'side'));
      gitStops(root, 'am', '.git/a.patch');
    },
    ways: { finished: finish, 'given up': giveUp },
  },
  {
    name: 'cherry-pick',
    enter: (root) => gitStops(root, 'cherry-pick', 'side~1'),
    ways: { finished: finish, 'given up': giveUp },
  },
  {
    name: 'cherry-pick of several',
    enter: (root) => gitStops(root, 'cherry-pick', 'main..side'),
    ways: { finished: finish, 'given up': giveUp },
  },
  {
    name: 'cherry-pick between two',
    enter(root) {
      gitStops(root, 'cherry-pick', 'main..side');
      fix(root);
      git(root, 'commit', '--quiet', '--message=by hand');
    },
    ways: { finished: finish },
  },
  {
    name: 'revert',
    enter: (root) => gitStops(root, 'revert', '--no-edit', 'side~1'),
    ways: { finished: finish, 'given up': giveUp },
  },
  {
    name: 'revert between two',
    enter(root) {
      put(root, 'extra.txt', 'extra\n');
      git(root, 'add', '.');
      git(root, 'commit', '--quiet', '--message=extra');
      put(root, 'code.txt', 'later\n');
      git(root, 'commit', '--quiet', '--all', '--message=later');
      gitStops(root, 'revert', '--no-edit', 'HEAD~2', 'HEAD~1');
      fix(root);
      git(root, 'commit', '--quiet', '--message=by hand');
    },
    ways: { finished: finish },
  },
  {
    name: 'bisect',
    enter: (root) => void git(root, 'bisect', 'start', 'HEAD', 'HEAD~2'),
    ways: { ended: /^git bisect reset$/ },
  },
  {
    name: 'bisect on the other branch',
    enter(root) {
      git(root, 'checkout', '--quiet', 'side');
      git(root, 'bisect', 'start', 'HEAD', 'HEAD~3');
    },
    ways: { ended: /^git bisect reset$/ },
  },
  {
    name: 'detached head',
    enter: (root) => void git(root, 'checkout', '--quiet', '--detach', 'HEAD~1'),
    ways: { 'with a branch of its own': /^git switch --create/, 'gone back': /^git switch BRANCH/ },
  },
  {
    name: 'detached head on the other branch',
    enter: (root) => void git(root, 'checkout', '--quiet', '--detach', 'side'),
    ways: { 'with a branch of its own': /^git switch --create/, 'gone back': /^git switch BRANCH/ },
  },
];

function fix(root: string): void {
  put(root, 'code.txt', 'fixed\n');
  git(root, 'add', 'code.txt');
}

/**
 * Does what the line says: settles what is in conflict, then the command, and before it, where git
 * refuses or the line does not say that it depends, what takes the saved files out of the way.
 */
function follow(root: string, message: string, way: RegExp): void {
  const commands = [...message.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  const wanted = commands.find((command) => way.test(command)) ?? '';
  const aside = commands.find((command) => command.startsWith('git checkout -- '));
  const added = commands.find((command) => command.startsWith('git add '));
  const command = wanted.replace('NAME', 'kept').replace('BRANCH', 'main');
  if (way === finish) {
    fix(root);
    if (added) {
      settleMarks(root);
      expect(inShell(root, added)).toBe(true);
    }
  }
  if (message.includes(`${aside}\` and then \`${command}`))
    expect(inShell(root, aside ?? '')).toBe(true);
  if (inShell(root, command)) return;
  expect(aside && inShell(root, aside)).toBe(true);
  expect(inShell(root, command)).toBe(true);
}

/** As somebody in an editor, for whom both versions count. */
function settleMarks(root: string): void {
  for (const path of git(root, 'diff', '--name-only', '--diff-filter=U', '-z').split('\0')) {
    if (path === '') continue;
    const text = readFileSync(`${root}/${path}`, 'utf8');
    put(root, path, text.replace(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gm, ''));
  }
}

/** Names of folders make a difference to the commands, not to the states. */
const folders = (name: string) =>
  /^(?:merge|rebase|detached head)$/.test(name) ? ['memory', 'my notes/[a]', ''] : ['memory'];

for (const touchesMemory of [false, true]) {
  describe(`a memory that the other branch ${touchesMemory ? 'changed' : 'left alone'}`, () => {
    for (const { name, enter, ways } of states) {
      for (const [end, way] of Object.entries(ways)) {
        test.each(folders(name))(`${name}, ${end}, in %j`, async (folder) => {
          const place = await open(folder, touchesMemory);
          const { root, memory, store, storage } = place;
          enter(root);
          await work(place);
          const told: GitCheckpointResult = await storage.catchUp();
          expect(told.commit).toBeUndefined();
          const { message = '' } = told.notCommitted ?? {};
          follow(root, message, way);

          await store.save({ name: 'last', description: 'd', type: 'user', body: 'l\n' });
          const result = await storage.catchUp();
          expect(result.notCommitted).toBeUndefined();
          expect(git(root, 'status', '--porcelain', '--', ':(top)*.md')).toBe('');
          expect(git(root, 'fsck', '--full')).not.toMatch(/error|missing/);
          const bringing = git(root, 'log', '--format=%s', '-Gline 1, saved', '--all').trim();
          expect(bringing).toMatch(/^(?:update "there"|Change \d memories)$/);
          expect((await store.get('there')).body).toContain('line 1, saved\n');
          const names = (await store.list()).entries.map((entry) => entry.name);
          expect(names.toSorted()).toEqual(['last', 'new', 'other', 'there']);
          expect((await store.get('new')).body).toBe('a new one');
          const { problems } = await store.check();
          expect(problems.filter(({ kind }) => kind.startsWith('index-'))).toEqual([]);
          expect(readFileSync(`${memory}/MEMORY.md`, 'utf8')).not.toMatch(/<<<|renamed\.md/);
        });
      }
    }
  });
}

test('what does not fit any more is in the history, and is told', async () => {
  const place = await open('memory', true);
  const { root, store, storage } = place;
  git(root, 'checkout', '--quiet', '--detach');
  await store.update('there', { body: lines(1, 20).replace('line 20\n', 'line 20, saved\n') });
  git(root, 'checkout', '--quiet', 'HEAD', '--', 'memory');
  git(root, 'switch', '--quiet', 'side');
  const { warnings } = await storage.catchUp();
  expect(warnings[0]?.message).toMatch(/there\.md .*`mem restore NAME --at REVISION`/);
  expect((await store.get('there')).body).toMatch(/line 20 of side$/);
  expect(git(root, 'log', '-p', '--format=', '--', 'memory')).toContain('+line 20, saved');
  expect(git(root, 'status', '--porcelain')).toBe('');
});

test('what was removed by hand meanwhile stays so, and is told', async () => {
  const place = await open('memory', false);
  const { root, store, storage } = place;
  gitStops(root, 'merge', 'side');
  await store.save({ name: 'new', description: 'd', type: 'user', body: 'a new one\n' });
  rmSync(`${root}/memory/new.md`);
  git(root, 'merge', '--abort');
  const { warnings } = await storage.catchUp();
  expect(warnings[0]?.message).toMatch(/^new\.md is gone/);
  expect(existsSync(`${root}/memory/new.md`)).toBe(false);
  expect(git(root, 'log', '-p', '--format=', '--', 'memory')).toContain('+a new one');
  expect(git(root, 'status', '--porcelain')).toBe('');
});

test('what was edited by hand meanwhile is committed as such, behind what was saved', async () => {
  const place = await open('memory', false);
  const { root, store, storage } = place;
  gitStops(root, 'merge', 'side');
  await work(place);
  put(root, 'memory/new.md', 'by hand\n');
  git(root, 'merge', '--abort');
  expect(await storage.catchUp()).toMatchObject({ warnings: [] });
  expect(git(root, 'log', '-1', '--format=%s')).toBe('Changed outside of @mem: changed new.md\n');
  expect(git(root, 'show', 'HEAD~1:memory/new.md')).toContain('a new one');
  expect((await store.getFile('new.md')).bytes).toEqual(new TextEncoder().encode('by hand\n'));
  expect(git(root, 'status', '--porcelain')).toBe('');
});

/** A branch `side` that changes one line of a memory and code, and main, which changes both too. */
function openWithConflict() {
  const root = initRepository(scratchDirectory());
  const storage = openGit(`${root}/memory`);
  return { root, storage, store: createMemoryStore(storage) };
}

describe.each([
  ['merge', ['merge', 'side']],
  ['rebase', ['rebase', 'side']],
  ['cherry-pick', ['cherry-pick', 'side']],
])('memory files in conflict in git: %s', (_, enter) => {
  test.each(['finished', 'given up'])('%s', async (end) => {
    const { root, store, storage } = openWithConflict();
    const fields = { description: 'd', type: 'user' } as const;
    await store.save({ name: 'disputed', ...fields, body: 'one\n' });
    await store.save({ name: 'saved', ...fields, body: 'one\n' });
    git(root, 'checkout', '--quiet', '-b', 'side');
    await store.update('disputed', { description: 'of side' });
    put(root, 'code.txt', 'side\n');
    git(root, 'commit', '--quiet', '--all', '--message=code of side');
    put(
      root,
      'memory/disputed.md',
      readFileSync(`${root}/memory/disputed.md`, 'utf8').replace('one', 'side'),
    );
    put(root, 'code.txt', 'side again\n');
    git(root, 'commit', '--quiet', '--all', '--message=side');
    git(root, 'checkout', '--quiet', 'main');
    put(
      root,
      'memory/disputed.md',
      readFileSync(`${root}/memory/disputed.md`, 'utf8').replace('one', 'main'),
    );
    put(root, 'code.txt', 'main\n');
    git(root, 'commit', '--quiet', '--all', '--message=main');
    gitStops(root, ...enter);
    await store.update('saved', { body: 'saved meanwhile\n' });
    const { notCommitted } = await storage.catchUp();
    const { message = '' } = notCommitted ?? {};
    // What nobody has settled is not to be added, and what was saved is no part of it.
    expect(message).toContain('Memory files are in conflict: edit them');
    expect(message).toMatch(/only then `git add :\/memory\/disputed\.md`/);
    expect(message).toContain('`git checkout -- :/memory/saved.md`');
    follow(root, message, end === 'finished' ? finish : giveUp);
    await store.save({ name: 'last', ...fields, body: 'l\n' });
    expect((await storage.catchUp()).notCommitted).toBeUndefined();
    expect((await store.get('saved')).body).toBe('saved meanwhile');
    const bringing = git(root, 'log', '--format=%s', '-Gsaved meanwhile').trim();
    expect(bringing).toMatch(/^(?:update "saved"|Change 2 memories)$/);
    expect(git(root, 'log', '-p', '-m', '--format=')).not.toMatch(/^[ +-](?:<<<<<<<|>>>>>>>)/m);
    expect((await store.getFile('disputed.md')).path).toBe('disputed.md');
    const text = readFileSync(`${root}/memory/disputed.md`, 'utf8');
    expect(text).toContain('main\n');
    expect(text.includes('side\n')).toBe(end === 'finished');
    expect(git(root, 'status', '--porcelain')).toBe('');
  });
});

test('an edit by hand after a save is no part of what is taken out of the way', async () => {
  const place = await open('memory', true);
  const { root, storage } = place;
  gitStops(root, 'merge', 'side');
  await work(place);
  put(root, 'memory/there.md', 'mine\n');
  const { message = '' } = (await storage.catchUp()).notCommitted ?? {};
  expect(message).toMatch(/`git checkout -- [^`]*renamed\.md/);
  expect(message).not.toContain('there.md');
});

test('what a person had edited before the change is in the history, also when git sets it back', async () => {
  const place = await open('memory', false);
  const { root, store, storage } = place;
  gitStops(root, 'merge', 'side');
  const path = 'memory/there.md';
  put(root, path, readFileSync(`${root}/${path}`, 'utf8').replace('line 9', 'line 9 by hand'));
  await store.update('there', { body: 'all else is gone\n' });
  git(root, 'checkout', '--', 'memory');
  git(root, 'merge', '--abort');
  await storage.catchUp();
  expect(git(root, 'log', '-p', '--format=')).toContain('+line 9 by hand');
  expect(git(root, 'log', '-p', '--format=')).toContain('+all else is gone');
  expect(git(root, 'status', '--porcelain')).toBe('');
});

describe('what a person sets back on purpose stays so, and is in the history', () => {
  async function expectKept({ root, store, storage }: Place, before: string): Promise<void> {
    const { warnings } = await storage.catchUp();
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^there\.md was set back before .*`mem restore NAME --at REVISION`/),
    ]);
    expect(readFileSync(`${root}/memory/there.md`, 'utf8')).toBe(before);
    expect(git(root, 'log', '-p', '--format=', '--', 'memory')).toContain('+line 1, saved');
    expect(git(root, 'status', '--porcelain', '--', 'memory')).toBe('');
    expect((await store.check()).problems.filter(({ kind }) => kind.startsWith('index-'))).toEqual(
      [],
    );
  }

  const saved = lines(1, 20).replace('line 1\n', 'line 1, saved\n');

  test('where nothing was in progress, only the index was held', async () => {
    const place = await open('memory', false);
    const { root, store } = place;
    const before = readFileSync(`${root}/memory/there.md`, 'utf8');
    put(root, '.git/index.lock', '');
    await store.update('there', { body: saved });
    rmSync(`${root}/.git/index.lock`);
    git(root, 'checkout', '--', 'memory/there.md');
    await expectKept(place, before);
  });

  test('also where it was changed again on top of that', async () => {
    const place = await open('memory', false);
    const { root, store, storage } = place;
    put(root, '.git/index.lock', '');
    await store.update('there', { body: saved });
    rmSync(`${root}/.git/index.lock`);
    git(root, 'checkout', '--', 'memory/there.md');
    await store.update('there', { description: 'later' });
    const { body, description } = await store.get('there');
    expect([body.startsWith('line 1\n'), description]).toEqual([true, 'later']);
    await storage.catchUp();
    expect(git(root, 'log', '-p', '--format=', '--', 'memory')).toContain('+line 1, saved');
  });

  test('of several files one, in the middle of a merge', async () => {
    const place = await open('memory', false);
    const { root, store } = place;
    const before = readFileSync(`${root}/memory/there.md`, 'utf8');
    gitStops(root, 'merge', 'side');
    await store.update('there', { body: saved });
    await store.update('renamed', { body: 'y\n' });
    git(root, 'checkout', '--', 'memory/there.md');
    git(root, 'merge', '--abort');
    await expectKept(place, before);
    expect((await store.get('renamed')).body).toBe('y');
  });
});
