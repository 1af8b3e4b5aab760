import { describe, expect, test } from 'vitest';
import { mem } from '../support/mem.js';
import { allBytes, attempt, openCase, openWith } from '../support/open-directory.js';

describe('anthropics/claude-code#47959: tidying up deleted 23 files without asking', () => {
  test('reading, saving, changing and rebuilding remove no file', async () => {
    const { store, files } = openCase('h08-notes-without-frontmatter');
    const before = files();
    await store.list();
    await store.check();
    await store.reindex();
    await store.save({ name: 'new', description: 'd', type: 'project', body: 'b' });
    await store.update('proper', { body: 'Changed.' });
    await store.reindex();
    expect(before.filter((path) => !files().includes(path))).toEqual([]);
  });

  test('a delete says exactly what went', async () => {
    const { store, files } = openCase('h08-notes-without-frontmatter');
    const before = files();
    const { deleted } = await store.delete('proper');
    expect(before.filter((path) => !files().includes(path))).toEqual(deleted);
    expect(deleted).toEqual(['proper.md']);
  });
});

describe('anthropics/claude-code#46871: "forget that" left the file or its line', () => {
  test('a delete takes both; a second one finds nothing and changes nothing', async () => {
    const open = openCase('h14-index-with-sections-and-prose');
    await open.store.delete('Step by step');
    expect(open.exists('feedback_steps.md')).toBe(false);
    expect(open.read('MEMORY.md')).not.toContain('feedback_steps.md');
    const before = allBytes(open);
    const again = await attempt(open.store.delete('Step by step'));
    expect(again.error?.code).toBe('NOT_FOUND');
    expect(again.error?.message).toContain('Step by step');
    expect(allBytes(open)).toEqual(before);
  });
});

describe('thedotmack/claude-mem#3544: empty stub files appeared in every folder', () => {
  test('reading a folder without memories makes nothing', async () => {
    const { store, files, exists } = openWith({});
    await store.list();
    await store.search('x');
    await store.check();
    await store.context();
    await store.loadIndex();
    expect(files()).toEqual([]);
    expect(exists('.mem')).toBe(false);
  });

  test.each([['list'], ['search', 'x'], ['check'], ['context'], ['index']])(
    'mem %s makes no folder',
    async (...words) => {
      const { directory, exists } = openWith({});
      const answer = await mem([...words, '--dir', `${directory}/nowhere`]);
      expect(answer.exitCode).toBeGreaterThan(0);
      expect(exists('nowhere')).toBe(false);
    },
  );
});
