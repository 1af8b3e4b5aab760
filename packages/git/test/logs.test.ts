import { isAppendable, storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { git, initRepository, subjects } from './git-command.js';
import { bytesOf, openGit, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

test('a line that is appended makes no commit, and comes into the history with the next one', async () => {
  const root = initRepository(scratchDirectory());
  const storage = openGit(root);
  if (!isAppendable(storage)) throw new Error('lines cannot be appended');
  const log = 'logs/2026/05/2026-05-01.md';
  await storage.append(storagePath(log), bytesOf('- 10:00 one\n'));
  expect(subjects(root)).toEqual(['first']);
  await save(storage, 'release.md', 'Tuesdays');
  expect(git(root, 'show', `HEAD:${log}`)).toBe('- 10:00 one\n');
  expect(git(root, 'log', '--format=%s', '--', log).trim().split('\n')).toHaveLength(1);
});
