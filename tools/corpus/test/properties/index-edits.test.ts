import { describe, expect, test } from 'vitest';
import { openCase } from '../support/open-directory.js';

const input = { description: 'a thing', type: 'project', body: 'b' } as const;

describe('h10-crlf-and-bom', () => {
  test('an index with CRLF keeps CRLF on every line', async () => {
    const { store, read } = openCase('h10-crlf-and-bom');
    await store.save({ ...input, name: 'fifth', type: 'user' });
    const text = read('MEMORY.md');
    expect(text).toContain('fifth');
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .every((line) => line.endsWith('\r')),
    ).toBe(true);
  });
});

describe('h14-index-with-sections-and-prose', () => {
  test('a new line stands in the section of its type', async () => {
    const { store, indexLines } = openCase('h14-index-with-sections-and-prose');
    const { entry } = await store.save({ ...input, name: 'feedback-naming', type: 'feedback' });
    const lines = indexLines();
    const at = lines.findIndex((line) => line.includes(`(${entry.path})`));
    expect(lines[at]).toMatch(/^- \[/);
    expect(at).toBeGreaterThan(lines.indexOf('## Feedback'));
    expect(at).toBeLessThan(lines.indexOf('## Project'));
  });
});

describe('h15-index-is-the-memory', () => {
  test('a new line comes after a last line without line end, outside fences and table', async () => {
    const { store, indexLines, read } = openCase('h15-index-is-the-memory');
    const before = read('MEMORY.md');
    expect(before.endsWith('\n')).toBe(false);
    const last = before.split('\n').at(-1)!;
    const { entry } = await store.save({ ...input, name: 'first-file' });
    const lines = indexLines();
    expect(lines).toContain(last);
    const at = lines.findIndex((line) => line.includes(`(${entry.path})`));
    expect(lines.slice(0, at).filter((line) => line.startsWith('```')).length % 2).toBe(0);
    expect(lines[at - 1]?.startsWith('|') && lines[at + 1]?.startsWith('|')).toBe(false);
    expect(lines[at]).toMatch(/^- \[/);
  });

  test('search covers files, and says nothing of text that only the index holds', async () => {
    const { store } = openCase('h15-index-is-the-memory');
    const { hits } = await store.search('long connection');
    expect(hits.map(({ path }) => path as string)).not.toContain('MEMORY.md');
  });
});

describe('h16-index-line-dialects', () => {
  test('a line with two links keeps the other one', async () => {
    const { store, read } = openCase('h16-index-line-dialects');
    const { warnings } = await store.delete('two_a');
    expect(read('MEMORY.md')).toContain('[second](two_b.md)');
    const told = warnings.some(({ message }) => message.includes('two_a.md'));
    expect(!read('MEMORY.md').includes('(two_a.md)') || told).toBe(true);
  });

  test('a rule that stands on the line of a deleted memory is kept, or told of', async () => {
    const { store, read } = openCase('h16-index-line-dialects');
    const { warnings } = await store.delete('inline');
    const told = warnings.some(({ message }) => message.includes('Never edit on the server.'));
    expect(read('MEMORY.md').includes('Never edit on the server.') || told).toBe(true);
  });
});

describe('h17-index-wrapped-bullets', () => {
  test('the wrapped lines of a deleted entry do not become those of the next', async () => {
    const { store, indexLines } = openCase('h17-index-wrapped-bullets');
    const { warnings } = await store.delete('spike');
    const lines = indexLines();
    const rest = lines.filter((line) => /fails on every card|breaks right-to-left/.test(line));
    if (rest.length > 0) expect(warnings.length).toBeGreaterThan(0);
    else expect(rest).toEqual([]);
    const gate = lines.indexOf('- [Gate](gate.md) — seven checks');
    expect(lines[gate - 1]).toBe('');
    expect(lines[gate + 1]).toBe('  - run them in order');
  });

  test('a new line splits no wrapped bullet', async () => {
    const { store, indexLines } = openCase('h17-index-wrapped-bullets');
    const { entry } = await store.save({ ...input, name: 'fourth' });
    const lines = indexLines();
    const at = lines.findIndex((line) => line.includes(`(${entry.path})`));
    expect(lines[at]).toMatch(/^- /);
    expect(lines[at + 1] ?? '').not.toMatch(/^\s+\S/);
  });
});

describe('h21-index-comments-and-tables', () => {
  test('a new line is outside comments and breaks no table', async () => {
    const { store, indexLines, read } = openCase('h21-index-comments-and-tables');
    const { entry } = await store.save({ ...input, name: 'new-topic' });
    const lines = indexLines();
    const at = lines.findIndex((line) => line.includes(`(${entry.path})`));
    const before = read('MEMORY.md').split(`(${entry.path})`)[0]!;
    expect(before.split('<!--').length).toBe(before.split('-->').length);
    expect(lines[at]).not.toContain('<!--');
    expect(lines[at - 1]?.startsWith('|') && lines[at + 1]?.startsWith('|')).toBe(false);
  });
});
