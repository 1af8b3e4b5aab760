import { describe, expect, test } from 'vitest';
import { allBytes, attempt, openCase } from '../support/open-directory.js';

describe('h19-index-over-200-lines', () => {
  test('a save into a full index says that its line is not seen, or puts it where it is', async () => {
    const { store, indexLines } = openCase('h19-index-over-200-lines');
    const { entry, warnings } = await store.save({
      name: 'rule-231',
      description: 'newest rule',
      type: 'feedback',
      body: 'b',
    });
    const at = indexLines().findIndex((line) => line.includes(`(${entry.path})`));
    expect(at).toBeGreaterThanOrEqual(0);
    const over = warnings.filter(({ kind }) => kind === 'index-over-lines');
    expect(over.length).toBe(1);
    if (at >= 200) expect(over[0]?.message).toContain('rule-231');
  });

  test('a context is short enough, ends at an entry and counts what is left out', async () => {
    const { store } = openCase('h19-index-over-200-lines');
    const { text, included, omitted } = await store.context({ maxChars: 4000 });
    expect(text.length).toBeLessThanOrEqual(4000);
    expect(included.length + omitted.length).toBe(230);
    expect(text).toContain(String(omitted.length));
    for (const path of included) {
      expect(text).toContain(`Rule ${Number(path.slice(5, 8))} body.`);
    }
    for (const path of omitted) {
      expect(text).not.toContain(`Rule ${Number(path.slice(5, 8))} body.`);
    }
  });
});

describe('h22-subfolders-and-daily-logs', () => {
  test('deleting by a name that a retired file has too spares that file', async () => {
    const open = openCase('h22-subfolders-and-daily-logs');
    const before = allBytes(open);
    const result = await attempt(open.store.delete('api-style'));
    if (result.ok) expect(open.exists('api_style.md')).toBe(false);
    else expect(allBytes(open)).toEqual(before);
    expect(open.exists('retired/api_style.md')).toBe(true);
  });
});

describe('h23-other-tools-files', () => {
  test('a save leaves the files of other tools and nothing of its own beside them', async () => {
    const open = openCase('h23-other-tools-files');
    const before = allBytes(open);
    const foreign = Object.keys(before).filter(
      (path) => path !== 'keep.md' && path !== 'MEMORY.md',
    );
    expect(foreign.length).toBe(13);
    const { entry } = await open.store.save({
      name: 'second',
      description: 'd',
      type: 'project',
      body: 'b',
    });
    const after = allBytes(open);
    for (const path of foreign) expect(after[path]).toBe(before[path]);
    expect(Object.keys(after).filter((path) => !(path in before))).toEqual([entry.path]);
  });

  test('a delete leaves the leftovers of editors that look like the file', async () => {
    const open = openCase('h23-other-tools-files');
    const before = allBytes(open);
    await open.store.delete('keep');
    const { 'keep.md': _gone, 'MEMORY.md': _was, ...others } = before;
    const { 'MEMORY.md': _is, ...left } = allBytes(open);
    expect(left).toEqual(others);
  });
});
