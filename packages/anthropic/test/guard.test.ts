import { describe, expect, test } from 'vitest';
import { createMemoryTool } from '../src/index.js';
import { allFiles, put, storages, textAt } from './open-storages.js';

// Put together, so that no file of ours holds one.
const token = ['ghp', 'R7xQ2mZp9LkV4tBnC8sWfY3jHdG6aE1uT5oK'].join('_');

describe.each(storages)('what must not be stored, on %s', (_, open) => {
  const path = '/memories/a.md';

  test.each([
    ['create', { command: 'create', path: '/memories/new.md', file_text: `one\nkey: ${token}\n` }],
    [
      'create of another kind of file',
      { command: 'create', path: '/memories/n.txt', file_text: token },
    ],
    ['str_replace', { command: 'str_replace', path, old_str: 'old', new_str: `${token}` }],
    ['insert', { command: 'insert', path, insert_line: 1, insert_text: `token ${token}` }],
    ['a name', { command: 'create', path: `/memories/${token}.md`, file_text: 'x' }],
    ['another name', { command: 'rename', old_path: path, new_path: `/memories/${token}.md` }],
  ])('a secret is refused with its rule and place: %s', async (_, command) => {
    const storage = open();
    await put(storage, 'a.md', 'line\nold\n');
    const { content, is_error } = await createMemoryTool(storage).run(command);
    expect(is_error).toBe(true);
    expect(content).toMatch(/^Error: Nothing was written\. .*line \d+, column \d+.*github-token/);
    expect(content).not.toContain(token.slice(4));
    expect(await allFiles(storage)).toEqual({ 'a.md': 'line\nold\n' });
  });

  test('a secret in two halves is refused when it is whole', async () => {
    const storage = open();
    await put(storage, 'a.md', `${token.slice(0, 12)}PLACE\n`);
    const { is_error } = await createMemoryTool(storage).run({
      command: 'str_replace',
      path,
      old_str: 'PLACE',
      new_str: token.slice(12),
    });
    expect(is_error).toBe(true);
    expect(await textAt(storage, 'a.md')).toBe(`${token.slice(0, 12)}PLACE\n`);
  });

  test('a secret that is there already keeps no other edit from being made', async () => {
    const storage = open();
    await put(storage, 'a.md', `${token}\nold\n`);
    const memory = createMemoryTool(storage);
    expect(
      await memory.run({ command: 'str_replace', path, old_str: 'old', new_str: 'new' }),
    ).not.toHaveProperty('is_error');
    await memory.run({ command: 'str_replace', path, old_str: `${token}\n` });
    expect(await textAt(storage, 'a.md')).toBe('new\n');
  });

  test('what is only doubtful is written, with a note', async () => {
    const storage = open();
    const { content, is_error } = await createMemoryTool(storage).run({
      command: 'create',
      path,
      file_text: 'The release is next Thursday.\n',
    });
    expect(is_error).toBeUndefined();
    expect(content).toMatch(/^File created successfully at: \/memories\/a\.md\nNote: /);
  });

  test('a policy is kept to', async () => {
    const storage = open();
    const memory = createMemoryTool(storage, { guard: { policy: { secret: 'allow' } } });
    expect(await memory.run({ command: 'create', path, file_text: token })).toEqual({
      content: 'File created successfully at: /memories/a.md',
    });
  });

  test('a policy for one type of entry is kept to, by the header of the file', async () => {
    const guard = { policy: { secret: { reference: 'allow', '*': 'refuse' } } } as const;
    const memory = createMemoryTool(open(), { guard });
    const file = (type: string) => `---\nname: a\ntype: ${type}\n---\n\n${token}\n`;
    const created = async (type: string) =>
      memory.run({ command: 'create', path: `/memories/${type}.md`, file_text: file(type) });
    expect(await created('reference')).not.toHaveProperty('is_error');
    expect(await created('project')).toHaveProperty('is_error', true);
  });
});
