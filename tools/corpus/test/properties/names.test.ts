import { describe, expect, test } from 'vitest';
import { allBytes, attempt, openCase } from '../support/open-directory.js';

const input = { description: 'd', type: 'project', body: 'b' } as const;

describe('h02-legacy-flat-title-case', () => {
  test('deleting by file stem takes file and line, or says what is not there', async () => {
    const open = openCase('h02-legacy-flat-title-case');
    const before = allBytes(open);
    const result = await attempt(open.store.delete('feedback_commit_subjects'));
    if (result.ok) {
      expect(open.exists('feedback_commit_subjects.md')).toBe(false);
      expect(open.read('MEMORY.md')).not.toContain('feedback_commit_subjects.md');
    } else {
      expect(allBytes(open)).toEqual(before);
      expect(['NOT_FOUND', 'AMBIGUOUS']).toContain(result.error.code);
    }
  });
});

describe('h07-chinese-directory', () => {
  test('a Chinese name finds its file again', async () => {
    const { store, files } = openCase('h07-chinese-directory');
    const first = await store.save({ ...input, name: '部署窗口', body: '只在周二。' });
    expect(first.entry.path).toBe('部署窗口.md');
    const count = files().length;
    const second = await store.save({ name: '部署窗口', body: '只在周三。' });
    expect(second.entry.path).toBe(first.entry.path);
    expect(files().length).toBe(count);
  });

  test('two Chinese names of one length are two files', async () => {
    const { store } = openCase('h07-chinese-directory');
    const one = await store.save({ ...input, name: '部署窗口', body: '只在周二。' });
    const two = await store.save({ ...input, name: '部署流程', body: '先灰度。' });
    expect(one.entry.path).not.toBe(two.entry.path);
    expect((await store.get('部署窗口')).body.trim()).toBe('只在周二。');
    expect((await store.get('部署流程')).body.trim()).toBe('先灰度。');
  });
});

describe('h24-wiki-links-and-lookup', () => {
  test('a name that differs by one sign never overwrites in silence', async () => {
    const { store, bytes } = openCase('h24-wiki-links-and-lookup');
    const before = bytes('project_queue_names.md');
    const result = await attempt(store.save({ ...input, name: 'queue_names' }));
    expect(bytes('project_queue_names.md').equals(before)).toBe(true);
    if (result.ok) {
      const told = result.value.warnings.some(({ message }) => message.includes('queue-names'));
      expect(result.value.created || told).toBe(true);
    } else {
      expect(result.error.message).toContain('queue-names');
    }
  });

  test('a rename keeps body and index link, and tells which links lead nowhere now', async () => {
    const open = openCase('h24-wiki-links-and-lookup');
    const { body } = await open.store.get('queue-names');
    const { entry, warnings } = await open.store.rename('queue-names', 'queues');
    expect(entry.body).toBe(body);
    expect((await open.store.get('queues')).path).toBe(entry.path);
    expect(open.read('MEMORY.md')).toContain(`(${entry.path})`);
    const { links } = await open.store.get('feedback_deploy_order.md');
    const wasLinked = ['queue-names', 'project_queue_names'];
    const dead = links.filter(({ target, path }) => wasLinked.includes(target) && path === null);
    for (const { target } of dead) {
      expect(warnings.some(({ message }) => message.includes(target))).toBe(true);
    }
  });
});

describe('h25-same-name-twice', () => {
  test('saving under a name of two files touches at most one, and names it', async () => {
    const open = openCase('h25-same-name-twice');
    const before = allBytes(open);
    const result = await attempt(open.store.save({ ...input, name: 'release-steps', body: 'NEW' }));
    const after = allBytes(open);
    const touched = Object.keys(after).filter(
      (path) => path !== 'MEMORY.md' && after[path] !== before[path],
    );
    if (result.ok) {
      expect(touched).toEqual([result.value.entry.path]);
      expect(Object.keys(before)).toContain(result.value.entry.path);
    } else {
      expect(after).toEqual(before);
      expect(result.error.message).toContain('release_steps.md');
      expect(result.error.message).toContain('project_release_steps.md');
    }
  });

  test('deleting by a name of two files removes at most one, never that of another name', async () => {
    const open = openCase('h25-same-name-twice');
    const before = open.files();
    const result = await attempt(open.store.delete('release-steps'));
    const gone = before.filter((path) => !open.files().includes(path));
    expect(gone).toEqual(result.ok ? result.value.deleted : []);
    expect(gone.length).toBeLessThanOrEqual(1);
    expect(open.exists('upper.md')).toBe(true);
  });
});

describe('h26-hostile-names-on-save', () => {
  const open = () => openCase('h26-hostile-names-on-save');

  test.each([
    'font-mono / code style',
    'report:parser-gap',
    'ends with dot.',
    '🚀 release day 🎉',
    '长'.repeat(120),
  ])('%s reads back exactly, from one file directly in the directory', async (name) => {
    const { store, files } = open();
    const before = files();
    const { entry, created } = await store.save({ ...input, name });
    expect(created).toBe(true);
    expect((await store.get(name)).name).toBe(name);
    expect((await store.get(entry.path)).name).toBe(name);
    const made = files().filter((path) => !before.includes(path));
    expect(made).toEqual([entry.path]);
    expect(entry.path).not.toMatch(/[/:\\\uFFFD]/);
    expect(Buffer.byteLength(entry.path)).toBeLessThanOrEqual(255);
  });

  test('a name that climbs writes nothing outside', async () => {
    const directory = open();
    await attempt(directory.store.save({ ...input, name: '../../outside' }));
    expect(directory.exists('../outside.md')).toBe(false);
    expect(directory.exists('../../outside.md')).toBe(false);
  });

  test.each(['MEMORY', 'memory'])('%s never becomes the index', async (name) => {
    const { store, files, read } = open();
    const index = read('MEMORY.md');
    const result = await attempt(store.save({ ...input, name }));
    expect(files().filter((path) => path.toLowerCase() === 'memory.md')).toEqual(['MEMORY.md']);
    expect(read('MEMORY.md').startsWith(index.trimEnd())).toBe(true);
    if (result.ok) expect(result.value.entry.path.toLowerCase()).not.toBe('memory.md');
  });

  test.each(['CI-Rules', 'ci rules'])('%s leaves the memory of the near name', async (name) => {
    const { store } = open();
    const result = await attempt(store.save({ ...input, name }));
    expect((await store.get('ci-rules')).body.trim()).toBe('Existing body.');
    if (result.ok) expect((await store.get(name)).name).toBe(name);
  });

  test('a device of another system is no file name', async () => {
    const result = await attempt(open().store.save({ ...input, name: 'con' }));
    if (result.ok) expect(result.value.entry.path.toLowerCase()).not.toBe('con.md');
  });

  test('line breaks in a name forge neither header nor index lines', async () => {
    const { store, indexLines } = open();
    const before = indexLines().length;
    const result = await attempt(
      store.save({ ...input, name: 'line\nbreak: injected\ntype: user' }),
    );
    expect(indexLines().length).toBe(before + (result.ok ? 1 : 0));
    if (result.ok) expect((await store.get(result.value.entry.path)).type).toBe('project');
  });

  test('a name that begins with a dot is listed', async () => {
    const { store } = open();
    const result = await attempt(store.save({ ...input, name: '.hidden' }));
    if (!result.ok) return;
    const { entries } = await store.list();
    expect(entries.map(({ name }) => name)).toContain('.hidden');
  });

  test('a name in the syntax of the index links to its own file only', async () => {
    const { store } = open();
    const result = await attempt(store.save({ ...input, name: '[x](y.md) — z' }));
    const { index } = await store.check();
    const linked = index.linked.map(({ path }) => path as string);
    expect(linked).toContain('ci-rules.md');
    if (result.ok) expect(linked).toContain(result.value.entry.path);
    expect([...linked, ...index.dangling]).not.toContain('y.md');
  });
});
