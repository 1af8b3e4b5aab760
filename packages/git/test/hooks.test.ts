import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { committedBytes, git, initRepository, outsideOf, put, subjects } from './git-command.js';
import { openGit, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

function hook(root: string, name: string, body: string): void {
  put(root, `.git/hooks/${name}`, `#!/bin/sh\n${body}\n`);
  chmodSync(`${root}/.git/hooks/${name}`, 0o755);
}

test('hooks run where they are asked for, and see the commit as it will be', async () => {
  const root = initRepository(scratchDirectory());
  put(root, 'staged.txt', 'staged');
  git(root, 'add', '.');
  const before = outsideOf(root, 'memory');
  hook(root, 'pre-commit', 'git diff --cached --name-only HEAD > .git/seen');
  hook(root, 'commit-msg', 'echo "Reviewed-by: hook" >> "$1"');
  hook(root, 'post-commit', 'touch .git/after');
  const storage = openGit(`${root}/memory`, { git: { hooks: true }, agent: 'claude' });
  const { commit = '', warnings } = await save(storage, 'a.md', 'one\r\n', 'why');
  expect(warnings).toEqual([]);
  expect(readFileSync(`${root}/.git/seen`, 'utf8')).toBe('memory/a.md\n');
  expect(existsSync(`${root}/.git/after`)).toBe(true);
  expect(git(root, 'log', '-1', '--format=%H %B').trim()).toBe(
    `${commit} why\n\nMemory-Agent: claude\nReviewed-by: hook`,
  );
  expect(committedBytes(root, 'memory/a.md').toString()).toBe('one\r\n');
  expect(outsideOf(root, 'memory')).toEqual(before);
  expect(git(root, 'status', '--porcelain', 'memory')).toBe('');
});

test('a hook that says no keeps the change waiting', async () => {
  const root = initRepository(scratchDirectory());
  hook(root, 'pre-commit', 'echo no >&2; exit 1');
  const storage = openGit(root, { git: { hooks: true } });
  const result = await save(storage, 'a.md', 'one');
  expect(result.notCommitted?.reason).toBe('failed');
  expect(subjects(root)).toEqual(['first']);
  hook(root, 'pre-commit', 'exit 0');
  expect(await save(storage, 'a.md', 'two', 'second')).toMatchObject({ warnings: [] });
  expect(subjects(root)).toEqual(['second', 'save a.md', 'first']);
});

test('commits are signed where that is asked for', async () => {
  const root = initRepository(scratchDirectory());
  const signer = `${root}/.git/signer`;
  put(
    root,
    '.git/signer',
    '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho signed\n',
  );
  chmodSync(signer, 0o755);
  git(root, 'config', 'gpg.program', signer);
  await save(openGit(root, { git: { sign: true } }), 'a.md', 'one');
  expect(git(root, 'cat-file', 'commit', 'HEAD')).toMatch(/^gpgsig signed$/m);
  await save(openGit(root), 'a.md', 'two');
  expect(git(root, 'cat-file', 'commit', 'HEAD')).not.toMatch(/gpgsig/);
});
