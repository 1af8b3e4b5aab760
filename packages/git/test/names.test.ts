import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { committedBytes, git, initRepository, put, subjects } from './git-command.js';
import { openGit, removeFile, save } from './saving.js';
import { scratchDirectory } from './scratch-directory.js';

const names = [
  '--upload-pack=touch canary',
  '-x',
  '--',
  ':(top)x.md',
  ':!x.md',
  ':/x.md',
  '$(touch canary).md',
  '`touch canary`.md',
  'a;touch canary.md',
  '"quoted".md',
  "it's.md",
  '*.md',
  '[ab]?.md',
  ' blank first.md',
  'blank last .md ',
  '用户角色.md',
  'u\u0308.md',
  '\u00fc.md',
  'fo\u0085o.md',
  '-folder/--exec=x/-y.md',
  ':(glob)**/z.md',
  '#comment.md',
  '!bang.md',
  'HEAD',
  'refs/heads/main',
  `${'x'.repeat(251)}.md`,
];

for (const kind of ['own', 'host'] as const) {
  test(`every path is just a path, ${kind}`, async () => {
    const root = initRepository(scratchDirectory());
    const directory = kind === 'own' ? root : `${root}/-dir:(top)*/"$(touch canary)`;
    const prefix = kind === 'own' ? '' : '-dir:(top)*/"$(touch canary)/';
    const storage = openGit(directory, { mode: kind });
    for (const name of names) {
      expect([name, await save(storage, name, `text of ${name}`)]).toMatchObject([
        name,
        { warnings: [] },
      ]);
    }
    for (const name of names) {
      expect(committedBytes(root, `${prefix}${name}`).toString()).toBe(`text of ${name}`);
    }
    expect(git(root, 'status', '--porcelain')).toBe('');
    for (const name of names)
      expect(await removeFile(storage, name)).toMatchObject({ warnings: [] });
    expect(git(root, 'ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n')).toEqual([
      'code.txt',
    ]);
    expect(git(root, 'status', '--porcelain')).toBe('');
    expect(existsSync(`${root}/canary`) || existsSync(`${directory}/canary`)).toBe(false);
  });
}

const messages = [
  '--amend',
  '-m x',
  '$(touch canary)',
  'first line\nsecond\r\nCo-authored-by: evil <e@e>',
  'a\u0000b\u0001c\u001b[31md',
  '# comment',
  'from 0000000000000000000000000000000000000000\nD code.txt\n\ndone',
  '   ',
  'lone \ud800 surrogate',
  'y'.repeat(5000),
];

test('every message, tool, agent and author is one line of text', async () => {
  const root = initRepository(scratchDirectory());
  for (const [index, message] of messages.entries()) {
    const author = { name: `<${message}>\n`, email: `--x <${message}> 0 +0000` };
    const storage = openGit(`${root}/memory`, { tool: message, agent: message, author });
    const result = await save(storage, `m${index}.md`, 'text', message);
    expect(result).toMatchObject({ warnings: [] });
    const body = git(root, 'log', '-1', '--format=%B');
    const [subject = '', blank, ...trailers] = body.trimEnd().split('\n');
    expect(subject.length).toBeGreaterThan(0);
    expect(subject.length).toBeLessThanOrEqual(500);
    if (trailers.length > 0) expect(blank).toBe('');
    for (const line of trailers) expect(line).toMatch(/^Memory-(?:Tool|Agent): \S/);
    expect(trailers.length).toBe(message.trim() === '' ? 0 : 2);
  }
  expect(subjects(root)).toHaveLength(messages.length + 1);
  expect(committedBytes(root, 'code.txt').toString()).toBe('one\n');
  expect(git(root, 'fsck', '--full', '--strict')).not.toMatch(/error|missing|warning/);
  expect(existsSync(`${root}/canary`)).toBe(false);
});

test('nothing in the environment leads git elsewhere', async () => {
  const root = initRepository(`${scratchDirectory()}/host`);
  const other = initRepository(`${scratchDirectory()}/other`);
  put(root, 'staged.txt', 'x');
  git(root, 'add', '.');
  const environment = {
    ...process.env,
    GIT_DIR: `${other}/.git`,
    GIT_WORK_TREE: other,
    GIT_INDEX_FILE: `${other}/.git/index`,
    GIT_OBJECT_DIRECTORY: `${other}/.git/objects`,
    GIT_NAMESPACE: 'other',
    GIT_CONFIG_PARAMETERS: "'core.bare=true'",
    GIT_AUTHOR_DATE: 'nonsense',
    GIT_TRACE: `${other}/trace`,
  };
  const storage = openGit(`${root}/memory`, { git: { environment } });
  expect(await save(storage, 'a.md', 'a')).toMatchObject({ warnings: [] });
  expect(committedBytes(root, 'memory/a.md').toString()).toBe('a');
  expect(subjects(other)).toEqual(['first']);
  expect(existsSync(`${other}/trace`)).toBe(false);
  expect(git(root, 'diff', '--cached', '--name-only')).toBe('staged.txt\n');
});
