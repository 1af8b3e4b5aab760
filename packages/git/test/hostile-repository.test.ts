import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { findRepository } from '../src/find-repository.js';
import { gitIn } from '../src/repository.js';
import { git, initRepository, put } from './git-command.js';
import { openGit, removeFile, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

/** A program that leaves a file behind when it is run, and then does as filters do. */
function canary(root: string, canaries: string, name: string): string {
  const path = `${root}/.git/programs/${name}`;
  put(root, `.git/programs/${name}`, `#!/bin/sh\ntouch '${canaries}/${name}'\ncat\n`);
  chmodSync(path, 0o755);
  return path;
}

const hooks = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'reference-transaction',
  'post-index-change',
  'pre-auto-gc',
  'post-checkout',
  'fsmonitor-watchman',
];

/** Plants a program wherever a repository's configuration can name one. */
function plant(root: string, canaries: string): void {
  const program = (name: string) => canary(root, canaries, name);
  for (const name of hooks) {
    put(root, `.git/hooks/${name}`, `#!/bin/sh\ntouch '${canaries}/hook-${name}'\n`);
    chmodSync(`${root}/.git/hooks/${name}`, 0o755);
  }
  put(
    root,
    '.git/config-included',
    ['[core]', `\tfsmonitor = ${program('included-fsmonitor')}`, ''].join('\n'),
  );
  const settings: Record<string, string> = {
    'includeIf.gitdir:**.path': 'config-included',
    'core.fsmonitor': program('fsmonitor'),
    'core.pager': program('pager'),
    'core.editor': program('editor'),
    'core.askPass': program('askpass'),
    'core.sshCommand': program('ssh'),
    'core.gitProxy': program('proxy'),
    'core.alternateRefsCommand': program('alternates'),
    'credential.helper': program('credential'),
    'sequence.editor': program('sequence'),
    'diff.external': program('diff-external'),
    'diff.evil.textconv': program('textconv'),
    'diff.evil.command': program('diff-command'),
    'merge.evil.driver': program('merge-driver'),
    'filter.evil.clean': program('clean'),
    'filter.evil.smudge': program('smudge'),
    'filter.evil.process': program('process'),
    'filter.evil.required': 'true',
    'gpg.program': program('gpg'),
    'commit.gpgSign': 'true',
    'log.showSignature': 'true',
    'gc.auto': '1',
    'interactive.diffFilter': program('diff-filter'),
    'extensions.partialClone': 'far',
    'remote.far.url': `ext::${program('ext')}`,
    'remote.far.promisor': 'true',
    'remote.far.uploadpack': program('uploadpack'),
  };
  for (const name of ['commit', 'log', 'diff', 'ls-files', 'hash-object', 'cat-file', 'var']) {
    settings[`alias.${name}`] = `!${program(`alias-${name}`)}`;
  }
  for (const [name, value] of Object.entries(settings)) git(root, 'config', name, value);
}

const attributes =
  '* filter=evil diff=evil merge=evil text eol=crlf ident working-tree-encoding=UTF-16\n';

test('nothing that a repository names is run', async () => {
  const scratch = scratchDirectory();
  const canaries = `${scratch}/canaries`;
  put(canaries, '.keep', '');
  const root = initRepository(`${scratch}/host`);
  put(root, 'memory/there.md', 'there\n');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=memory');
  put(root, '.gitattributes', attributes);
  plant(root, canaries);

  const storage = openGit(`${root}/memory`);
  expect(await save(storage, 'new.md', 'new\n')).toMatchObject({ warnings: [] });
  put(root, 'memory/there.md', 'by hand\n');
  put(root, 'memory/found.md', '$Id$ by hand\n');
  expect(await save(storage, 'new.md', 'newer\n')).toMatchObject({ warnings: [] });
  expect(await removeFile(storage, 'new.md')).toMatchObject({ warnings: [] });
  expect(await storage.catchUp()).toMatchObject({ warnings: [] });
  put(root, 'code.txt', 'changed\n');
  const repository = await findRepository({}, `${root}/memory`, 'auto');
  if (repository === undefined) throw new Error('there is a repository');
  for (const args of [
    ['log', '--patch'],
    ['diff', 'HEAD~1'],
    ['show'],
    ['diff-tree', '-p', 'HEAD~1', 'HEAD'],
    ['blame', 'memory/there.md'],
    ['status'],
    ['diff'],
    ['checkout', '--', 'code.txt'],
  ]) {
    await gitIn(repository, args);
  }
  expect(readdirSync(canaries)).toEqual(['.keep']);
  expect(await storage.read(storagePath('found.md'))).toBeDefined();
});

test('the same programs are run by git itself: the canaries sing', () => {
  const scratch = scratchDirectory();
  const canaries = `${scratch}/canaries`;
  put(canaries, '.keep', '');
  const root = initRepository(`${scratch}/host`);
  put(root, '.gitattributes', '* filter=evil diff=evil\n');
  plant(root, canaries);
  git(root, 'config', 'commit.gpgSign', 'false');
  git(root, 'config', 'log.showSignature', 'false');
  put(root, 'memory/there.md', 'there\n');
  git(root, 'config', '--unset', 'filter.evil.process');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message=x');
  git(root, 'diff', 'HEAD~1');
  for (const name of ['clean', 'hook-pre-commit', 'diff-command', 'included-fsmonitor']) {
    expect([name, existsSync(`${canaries}/${name}`)]).toEqual([name, true]);
  }
});

test('a private history that came with the directory runs nothing either', async () => {
  const scratch = scratchDirectory();
  const canaries = `${scratch}/canaries`;
  put(canaries, '.keep', '');
  const directory = `${scratch}/memory`;
  const storage = openGit(directory, { mode: 'private' });
  await save(storage, 'a.md', 'a\n');
  const gitDir = `${directory}/.mem/history.git`;
  const program = canary(scratch, canaries, 'planted');
  for (const name of ['core.fsmonitor', 'core.sshCommand', 'diff.external', 'core.pager']) {
    git(gitDir, 'config', name, program);
  }
  put(gitDir, 'hooks/reference-transaction', `#!/bin/sh\ntouch '${canaries}/hook'\n`);
  chmodSync(`${gitDir}/hooks/reference-transaction`, 0o755);
  expect(await save(openGit(directory), 'b.md', 'b\n')).toMatchObject({ warnings: [] });
  expect(readdirSync(canaries)).toEqual(['.keep']);
});
