import { describe, expect, test } from 'vitest';
import { attempt, openWith } from '../support/open-directory.js';

const note = (header: string, body = 'Body.') => `---\n${header}\n---\n\n${body}\n`;

describe('anthropics/claude-code#61099: a rewrite cut the description at "#", slugified the name and moved keys', () => {
  test('text, spelling of the name and place of the keys stay', async () => {
    const header = [
      'name: Formatter Test',
      'description: Tracking PR #762 until it is merged',
      'triggers: [a, b]',
      'type: project',
    ];
    const { store, read } = openWith({ 'formatter.md': note(header.join('\n')) });
    await store.update('Formatter Test', { body: 'New.' });
    expect(read('formatter.md').split('\n').slice(1, 5)).toEqual(header);
    await store.update('Formatter Test', { type: 'reference' });
    const lines = read('formatter.md').split('\n').slice(1, 5);
    expect(lines[0]).toBe(header[0]);
    expect(lines[2]).toBe(header[2]);
    expect((await store.get('Formatter Test')).description).toBe(
      'Tracking PR #762 until it is merged',
    );
  });
});

describe('anthropics/claude-code#76868: a header that did not parse was replaced by an empty stub', () => {
  test('an update keeps every word of it, or leaves the file', async () => {
    const before = note('name: quoted\ndescription: "abc "def" ghi"\ntype: user\nowner: me');
    const { store, read } = openWith({ 'quoted.md': before });
    const result = await attempt(store.update('quoted', { body: 'New.' }));
    if (!result.ok) return expect(read('quoted.md')).toBe(before);
    for (const word of ['abc', 'def', 'ghi', 'owner: me', 'type: user', 'New.']) {
      expect(read('quoted.md')).toContain(word);
    }
  });
});

describe('basicmachines-co/basic-memory#408: an unquoted colon in a title stopped the note', () => {
  test('the whole name is listed, and the others too', async () => {
    const { store } = openWith({
      'plan.md': note('name: Governance: split plan\ntype: project'),
      'other.md': note('name: other\ntype: project'),
    });
    const { entries } = await store.list();
    expect(entries.map(({ name }) => name)).toEqual(['other', 'Governance: split plan']);
  });
});

describe('basicmachines-co/basic-memory#47: header fields of the user were lost on write', () => {
  test('they stay, letter by letter', async () => {
    const header = 'name: task\ntype: project\nStatus: In Progress\nDueDate: 2025-04-30';
    const { store, read } = openWith({ 'task.md': note(header) });
    await store.update('task', { description: 'new', body: 'New.' });
    expect(read('task.md')).toContain('\nStatus: In Progress\nDueDate: 2025-04-30\n');
  });
});

describe('jonschlinkert/gray-matter#131: a header marked as JavaScript was run', () => {
  test.each(['---js', '---javascript', '--- js', '---coffee'])('%s is text', async (fence) => {
    const marker = '__memReportsRan';
    const { store } = openWith({
      'code.md': `${fence}\nglobalThis.${marker} = true\n---\n\nBody.\n`,
      'other.md': note('name: other\ntype: project'),
    });
    await store.list();
    await store.get('code.md');
    await store.check();
    await store.search('body');
    await store.context();
    await attempt(store.update('code.md', { body: 'New.' }));
    expect(marker in globalThis).toBe(false);
  });
});

describe('bitbonsai/mcpvault#77: changing one field turned a date into a timestamp', () => {
  test('dates that nobody touched stay', async () => {
    const header = 'name: dated\ntype: project\ndate: 2026-03-16\nat: 2026-03-16 09:30:00';
    const { store, read } = openWith({ 'dated.md': note(header) });
    await store.update('dated', { description: 'new' });
    expect(read('dated.md')).toContain('\ndate: 2026-03-16\nat: 2026-03-16 09:30:00\n');
  });
});

describe('TserenTserenov/FMT-exocortex-template#513: a validator wanted the type flat, where the current format nests it', () => {
  test('both shapes read alike, without a false alarm', async () => {
    const { store } = openWith({
      'MEMORY.md': '- [Flat](flat.md)\n- [Nested](nested.md)\n',
      'flat.md': note('name: flat\ndescription: d\ntype: feedback'),
      'nested.md': note(
        'name: nested\ndescription: d\nmetadata: \n  node_type: memory\n  type: feedback',
      ),
    });
    const { entries } = await store.list();
    expect(entries.map(({ type }) => type)).toEqual(['feedback', 'feedback']);
    expect((await store.check()).problems).toEqual([]);
  });
});
