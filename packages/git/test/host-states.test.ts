import { chmodSync, chownSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { NotCommittedReason } from '../src/index.js';
import { committedBytes, git, gitStops, initRepository, outsideOf, put } from './git-command.js';
import { openGit, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

interface HostState {
  readonly name: string;
  /** Brings the repository into the state. May name another root than that of the repository. */
  readonly enter: (root: string) => string | undefined;
  /** Why the change cannot be committed now; absent when it can. */
  readonly reason?: NotCommittedReason;
  /** Ends the state. */
  readonly leave?: (root: string) => void;
  readonly memories?: string;
  readonly skip?: boolean;
}

/** Two branches that change one line of `code.txt`, with `main` checked out. */
function fork(root: string): void {
  git(root, 'checkout', '--quiet', '-b', 'side');
  put(root, 'code.txt', 'side\n');
  git(root, 'commit', '--quiet', '--all', '--message=side');
  git(root, 'checkout', '--quiet', 'main');
  put(root, 'code.txt', 'main\n');
  git(root, 'commit', '--quiet', '--all', '--message=main');
}

/** What the last commit holds. */
function filesIn(root: string): string[] {
  try {
    return git(root, 'ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n');
  } catch {
    // No commit yet, or a repository that git refuses.
    return [];
  }
}

function hook(root: string, name: string, body: string): void {
  put(root, `.git/hooks/${name}`, `#!/bin/sh\n${body}\n`);
  chmodSync(`${root}/.git/hooks/${name}`, 0o755);
}

const states: HostState[] = [
  { name: 'nothing special', enter: () => undefined },
  {
    name: 'staged work',
    enter(root) {
      put(root, 'code.txt', 'staged\n');
      put(root, 'new.txt', 'new\n');
      git(root, 'add', 'code.txt', 'new.txt');
      return undefined;
    },
  },
  {
    name: 'staged work with more of it in the files',
    enter(root) {
      put(root, 'code.txt', 'staged\n');
      git(root, 'add', 'code.txt');
      put(root, 'code.txt', 'staged\nand more\n');
      return undefined;
    },
  },
  {
    name: 'unstaged work',
    enter(root) {
      put(root, 'code.txt', 'changed\n');
      return undefined;
    },
  },
  {
    name: 'a removal and a rename that are staged',
    enter(root) {
      put(root, 'old.txt', 'old\n');
      git(root, 'add', '.');
      git(root, 'commit', '--quiet', '--message=more');
      git(root, 'mv', 'old.txt', 'renamed.txt');
      git(root, 'rm', '--quiet', 'code.txt');
      return undefined;
    },
  },
  {
    name: 'an intent to add',
    enter(root) {
      put(root, 'new.txt', 'new\n');
      git(root, 'add', '--intent-to-add', 'new.txt');
      return undefined;
    },
  },
  {
    name: 'untracked work',
    enter(root) {
      put(root, 'untracked.txt', 'untracked\n');
      put(root, 'folder/untracked.md', 'untracked\n');
      return undefined;
    },
  },
  {
    name: 'a merge in progress',
    reason: 'merge',
    enter(root) {
      fork(root);
      gitStops(root, 'merge', 'side');
      return undefined;
    },
    leave: (root) => void git(root, 'merge', '--abort'),
  },
  {
    name: 'a rebase in progress',
    reason: 'rebase',
    enter(root) {
      fork(root);
      gitStops(root, 'rebase', 'side');
      return undefined;
    },
    leave: (root) => void git(root, 'rebase', '--abort'),
  },
  {
    name: 'a rebase by patches in progress',
    reason: 'rebase',
    enter(root) {
      fork(root);
      gitStops(root, 'rebase', '--apply', 'side');
      return undefined;
    },
    leave: (root) => void git(root, 'rebase', '--abort'),
  },
  {
    name: 'patches being applied',
    reason: 'patches',
    enter(root) {
      fork(root);
      put(root, '.git/a.patch', git(root, 'format-patch', '--stdout', '-1', 'side'));
      gitStops(root, 'am', '.git/a.patch');
      return undefined;
    },
    leave: (root) => void git(root, 'am', '--abort'),
  },
  {
    name: 'a cherry-pick in progress',
    reason: 'cherry-pick',
    enter(root) {
      fork(root);
      gitStops(root, 'cherry-pick', 'side');
      return undefined;
    },
    leave: (root) => void git(root, 'cherry-pick', '--abort'),
  },
  {
    name: 'a revert in progress',
    reason: 'revert',
    enter(root) {
      fork(root);
      gitStops(root, 'revert', '--no-edit', 'side');
      return undefined;
    },
    leave: (root) => void git(root, 'revert', '--abort'),
  },
  {
    name: 'a bisect in progress',
    reason: 'bisect',
    enter(root) {
      fork(root);
      git(root, 'bisect', 'start', 'HEAD', 'HEAD~1');
      return undefined;
    },
    leave(root) {
      git(root, 'bisect', 'reset');
      git(root, 'checkout', '--quiet', 'main');
    },
  },
  {
    name: 'conflicts after a stash, in a memory',
    reason: 'conflicted',
    enter(root) {
      put(root, 'memory/there.md', 'one\n');
      git(root, 'add', '.');
      git(root, 'commit', '--quiet', '--message=memory');
      put(root, 'memory/there.md', 'stashed\n');
      git(root, 'stash', '--quiet');
      put(root, 'memory/there.md', 'committed\n');
      git(root, 'commit', '--quiet', '--all', '--message=more');
      gitStops(root, 'stash', 'pop');
      return undefined;
    },
    leave(root) {
      put(root, 'memory/there.md', 'settled\n');
      git(root, 'add', 'memory/there.md');
    },
  },
  {
    name: 'a detached head',
    reason: 'detached',
    enter: (root) => void git(root, 'checkout', '--quiet', '--detach'),
    leave: (root) => void git(root, 'checkout', '--quiet', 'main'),
  },
  {
    name: 'a branch without a commit',
    enter: (root) => {
      git(root, 'checkout', '--quiet', '--orphan', 'unborn');
      return undefined;
    },
  },
  {
    name: 'a held index.lock',
    reason: 'index-locked',
    enter: (root) => put(root, '.git/index.lock', '') as undefined,
    leave(root) {
      expect(existsSync(`${root}/.git/index.lock`)).toBe(true);
      rmSync(`${root}/.git/index.lock`);
    },
  },
  {
    name: 'failing hooks',
    enter(root) {
      for (const name of [
        'pre-commit',
        'commit-msg',
        'prepare-commit-msg',
        'reference-transaction',
      ]) {
        hook(root, name, 'exit 1');
      }
      return undefined;
    },
  },
  {
    name: 'a hook that asks',
    enter: (root) => hook(root, 'pre-commit', 'read answer < /dev/tty || exit 1') as undefined,
  },
  {
    name: 'a slow hook',
    enter: (root) => hook(root, 'pre-commit', 'sleep 300') as undefined,
  },
  {
    name: 'signing without a terminal',
    enter(root) {
      put(root, '.git/sign', '#!/bin/sh\nexit 1\n');
      chmodSync(`${root}/.git/sign`, 0o755);
      git(root, 'config', 'commit.gpgSign', 'true');
      git(root, 'config', 'gpg.program', `${root}/.git/sign`);
      return undefined;
    },
  },
  {
    name: 'no identity',
    enter(root) {
      git(root, 'config', '--unset', 'user.name');
      git(root, 'config', '--unset', 'user.email');
      git(root, 'config', 'user.useConfigOnly', 'true');
      return undefined;
    },
  },
  {
    name: 'an ignored directory',
    reason: 'ignored',
    enter(root) {
      put(root, '.gitignore', 'memory/\n');
      return undefined;
    },
    leave: (root) => put(root, '.gitignore', ''),
  },
  {
    name: 'a submodule on a branch',
    memories: 'memory',
    enter(root) {
      const module = initRepository(`${root}-module`);
      git(
        root,
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        module,
        'module',
      );
      git(root, 'commit', '--quiet', '--message=module');
      return `${root}/module`;
    },
  },
  {
    name: 'a linked worktree',
    enter(root) {
      git(root, 'worktree', 'add', '--quiet', '-b', 'linked', `${root}-linked`);
      put(`${root}-linked`, 'code.txt', 'staged\n');
      git(`${root}-linked`, 'add', '.');
      return `${root}-linked`;
    },
  },
  {
    name: 'a linked worktree in a merge',
    reason: 'merge',
    enter(root) {
      fork(root);
      const linked = `${root}-linked`;
      git(root, 'worktree', 'add', '--quiet', '-b', 'linked', linked);
      gitStops(linked, 'merge', 'side');
      return linked;
    },
    leave: (root) => void git(root, 'merge', '--abort'),
  },
  {
    name: 'a repository nested in another',
    enter(root) {
      return initRepository(`${root}/nested`);
    },
  },
  {
    name: 'core.autocrlf true',
    enter: (root) => void git(root, 'config', 'core.autocrlf', 'true'),
  },
  {
    name: 'core.autocrlf input',
    enter: (root) => void git(root, 'config', 'core.autocrlf', 'input'),
  },
  {
    name: 'another owner',
    reason: 'other-owner',
    skip: process.getuid?.() !== 0,
    enter: (root) => chownSync(root, 12345, 12345) as undefined,
    leave: (root) => chownSync(root, 0, 0),
  },
  {
    name: 'a sparse checkout without the memories',
    enter(root) {
      put(root, 'memory/there.md', 'there\n');
      put(root, 'other/file.txt', 'other\n');
      git(root, 'add', '.');
      git(root, 'commit', '--quiet', '--message=more');
      git(root, 'sparse-checkout', 'set', 'other');
      expect(existsSync(`${root}/memory/there.md`)).toBe(false);
      return undefined;
    },
  },
  {
    name: 'a sparse index',
    enter(root) {
      put(root, 'memory/there.md', 'there\n');
      put(root, 'elsewhere/file.txt', 'other\n');
      git(root, 'add', '.');
      git(root, 'commit', '--quiet', '--message=more');
      git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'memory');
      return undefined;
    },
  },
  {
    name: 'a split index',
    enter: (root) => void git(root, 'update-index', '--split-index'),
  },
  {
    name: 'branch names and folders that look like options',
    memories: '--exec=x/$(touch canary)/:(top)',
    enter(root) {
      git(root, 'symbolic-ref', 'HEAD', 'refs/heads/--upload-pack=touch');
      git(root, 'commit', '--quiet', '--allow-empty', '--message=x');
      return undefined;
    },
  },
  {
    name: 'a repository reached through a link',
    enter(root) {
      symlinkSync(root, `${root}-link`);
      return `${root}-link`;
    },
  },
];

for (const { name, enter, leave, reason, memories = 'memory', skip = false } of states) {
  test.skipIf(skip)(`in a host repository: ${name}`, async () => {
    const first = initRepository(`${scratchDirectory()}/host`);
    const root = enter(first) ?? first;
    const there = filesIn(root);
    const look = () => (reason === 'other-owner' ? undefined : outsideOf(root, memories));
    const before = look();
    const storage = openGit(`${root}/${memories}`);

    const result = await save(storage, 'first.md', 'first\r\nsecond');
    expect(result.notCommitted?.reason).toBe(reason);
    expect(result.warnings.length).toBe(reason === undefined ? 0 : 1);
    expect(result.commit === undefined).toBe(reason !== undefined);
    expect(readFileSync(`${root}/${memories}/first.md`, 'utf8')).toBe('first\r\nsecond');
    expect(look()).toEqual(before);

    leave?.(root);
    const left = outsideOf(root, memories);
    expect(await save(storage, 'second.md', 'more')).toMatchObject({ warnings: [] });
    expect(outsideOf(root, memories)).toEqual(left);
    expect(committedBytes(root, `${memories}/first.md`).toString()).toBe('first\r\nsecond');
    expect(committedBytes(root, `${memories}/second.md`).toString()).toBe('more');
    expect(git(root, 'status', '--porcelain', '--', `:(literal)${memories}`)).toBe('');
    expect(filesIn(root)).toEqual(expect.arrayContaining(there));
    expect(git(root, 'fsck', '--full')).not.toMatch(/error|missing/);
    expect(existsSync(`${root}/canary`)).toBe(false);
  });
}
