import { describe, expect, test } from 'vitest';
import { allBytes, attempt, type OpenDirectory, openCase } from '../support/open-directory.js';

/** What the index held before, and what it and a named backup hold now. */
async function rebuilt(open: OpenDirectory) {
  const before = open.read('MEMORY.md');
  const result = await attempt(open.store.reindex());
  const backup = result.value?.backup;
  const after = open.read('MEMORY.md');
  return { before, after, backup: backup === undefined ? '' : open.read(backup), result };
}

async function expectLinesSurvive(open: OpenDirectory): Promise<void> {
  const { before, after, backup } = await rebuilt(open);
  const left = [...after.split('\n'), ...backup.split('\n')];
  expect(before.split('\n').filter((line) => !left.includes(line))).toEqual([]);
}

describe('h01-current-nested-metadata', () => {
  test('a rebuild keeps hooks that a person wrote, or names where they are', async () => {
    const open = openCase('h01-current-nested-metadata');
    const { after, backup } = await rebuilt(open);
    for (const hook of [
      'laptops must not run the export',
      'A schedules, B is a cold copy',
      'Go yes, React no',
    ]) {
      expect(after.includes(hook) || backup.includes(hook)).toBe(true);
    }
  });
});

describe('h08-notes-without-frontmatter', () => {
  test('a rebuild writes no header and removes no empty file', async () => {
    const open = openCase('h08-notes-without-frontmatter');
    const before = allBytes(open);
    await open.store.reindex();
    const { 'MEMORY.md': _was, ...others } = before;
    expect(allBytes(open)).toMatchObject(others);
  });
});

describe('h14-index-with-sections-and-prose', () => {
  test('a rebuild keeps prose, note block, inline rules and footer', async () => {
    await expectLinesSurvive(openCase('h14-index-with-sections-and-prose'));
  });
});

describe('h15-index-is-the-memory', () => {
  test('a rebuild keeps an index that no file could give back', async () => {
    await expectLinesSurvive(openCase('h15-index-is-the-memory'));
  });
});

describe('h18-dangling-unindexed-duplicate', () => {
  test('a rebuild lists what was forgotten and tells what it drops', async () => {
    const open = openCase('h18-dangling-unindexed-duplicate');
    const { after, backup, result } = await rebuilt(open);
    expect(after).toContain('(forgotten.md)');
    const line = '- [Private notes](private-notes.md) — on the office machine only, not in git';
    if (!after.includes(line)) {
      expect(backup).toContain(line);
      expect(result.value?.dropped).toContain('private-notes.md');
    }
    expect(open.exists('../README.md')).toBe(false);
  });
});

describe('h22-subfolders-and-daily-logs', () => {
  test('a rebuild leaves other indexes, logs and hidden folders, and the link into a folder', async () => {
    const open = openCase('h22-subfolders-and-daily-logs');
    const { 'MEMORY.md': _was, ...others } = allBytes(open);
    const { after } = await rebuilt(open);
    const { 'MEMORY.md': _is, ...left } = allBytes(open);
    expect(left).toEqual(others);
    expect(after).toContain('(topics/inner.md)');
  });
});

describe('h27-blanked-headers', () => {
  test('a rebuild keeps hooks whose descriptions are gone', async () => {
    const open = openCase('h27-blanked-headers');
    const hooks = open.indexLines().filter((line) => line.startsWith('- '));
    expect(hooks.length).toBe(3);
    const { after } = await rebuilt(open);
    for (const hook of hooks) expect(after.split('\n')).toContain(hook);
  });
});
