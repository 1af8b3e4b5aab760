import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attempt, openCase } from '../support/open-directory.js';
import { headerText, strictHeader } from '../support/strict-header.js';

describe('h03-mixed-generations', () => {
  test('changing the type of a file that says it twice leaves the two agreeing', async () => {
    const { store, read } = openCase('h03-mixed-generations');
    await store.update('both-same', { type: 'project' });
    expect((await store.get('both_same.md')).type).toBe('project');
    const { problems } = await store.check();
    expect(problems.filter((p) => p.kind === 'type-conflict').map((p) => p.path)).toEqual([
      'both_conflict.md',
    ]);
    expect(read('both_same.md')).toContain('source: hand');
  });
});

describe('h04-colon-in-plain-scalar', () => {
  test('an update of a header that strict YAML rejects loses no word of it', async () => {
    const { store, read } = openCase('h04-colon-in-plain-scalar');
    const before = await store.get('trailers.md');
    const lines = headerText(read('trailers.md')).split('\n');
    await store.update(before.name, { body: 'The checker rejects the other order.' });
    const after = await store.get('trailers.md');
    expect(after.name).toBe('Trailer order: tested before signed');
    expect(after.description).toBe(before.description);
    expect(after.metadata).toEqual(before.metadata);
    expect(read('trailers.md')).toContain('originSessionId: bbbbbbbb-0000-4000-8000-00000000000b');
    const written = headerText(read('trailers.md'));
    if (written !== lines.join('\n')) {
      expect(strictHeader(read('trailers.md'))).toMatchObject({
        name: before.name,
        description: before.description,
      });
    }
  });

  test('a new header with colons is strict YAML', async () => {
    const { store, read } = openCase('h04-colon-in-plain-scalar');
    const name = 'release: checklist';
    const description = 'Before tagging: bump, build, smoke test';
    const { entry } = await store.save({ name, description, type: 'project', body: 'x' });
    expect(strictHeader(read(entry.path))).toMatchObject({ name, description });
  });
});

describe('h05-hash-in-plain-scalar', () => {
  test('a new description with number signs is whole for a strict parser', async () => {
    const { store, read } = openCase('h05-hash-in-plain-scalar');
    const description = 'Waiting on PR #762 and #800';
    const { entry } = await store.save({ name: 'pr-762', description, type: 'project', body: 'x' });
    expect(strictHeader(read(entry.path))).toMatchObject({ description });
  });
});

describe('h08-notes-without-frontmatter', () => {
  test('an update of a note without a header invents none', async () => {
    const { store, read } = openCase('h08-notes-without-frontmatter');
    const body = '# Build notes\n\n- needs 32 GB now\n';
    const result = await attempt(store.update('build_notes', { body }));
    if (!result.ok) return expect(read('build_notes.md')).toContain('16 GB');
    const entry = await store.get('build_notes.md');
    expect(entry.body.trim()).toBe(body.trim());
    expect(read('build_notes.md')).not.toMatch(/^(type|name|description):/m);
  });
});

describe('h09-fences-and-rules', () => {
  const bodySum = (body: string) =>
    createHash('sha256').update(body.replace(/^\n+/, '').trimEnd()).digest('hex');

  test('a new description leaves a body with rules and a sample header as it is', async () => {
    const { store } = openCase('h09-fences-and-rules');
    const before = await store.get('rules_inside.md');
    await store.update('rules-inside', { description: 'still has rules' });
    const after = await store.get('rules_inside.md');
    expect(bodySum(after.body)).toBe(bodySum(before.body));
    expect(after.body).toBe(before.body);
  });

  test('an update of a file whose header never ends keeps what is in it', async () => {
    const { store, read } = openCase('h09-fences-and-rules');
    await attempt(store.update('half-written', { body: 'replacement' }));
    await attempt(store.update('unterminated', { body: 'replacement' }));
    expect(read('unterminated.md')).toContain('the session died here');
  });
});

describe('h11-custom-keys-and-lists', () => {
  test('an update beside an invalid list keeps its lines', async () => {
    const { store, read } = openCase('h11-custom-keys-and-lists');
    await attempt(store.update('broken-list', { body: 'Edited.' }));
    const lines = read('broken_list.md').split('\n');
    expect(lines).toContain('relates_to: [a.md, maybe-b.md? ]');
    expect(lines).toContain('owner: data: team');
  });
});

describe('h12-types-outside-the-four', () => {
  test('a filter by type folds the case and leaves other types out', async () => {
    const { store } = openCase('h12-types-outside-the-four');
    const { hits } = await store.search('x', { type: 'feedback' });
    const paths = hits.map(({ path }) => path as string);
    expect(paths).toContain('k1.md');
    expect(paths.filter((path) => path.startsWith('d'))).toEqual([]);
  });
});

describe('h13-multiline-descriptions', () => {
  test('a description of two lines is one index line and reads back whole', async () => {
    const { store, indexLines } = openCase('h13-multiline-descriptions');
    const before = indexLines().length;
    const description = 'first line\nsecond line';
    const result = await attempt(
      store.save({ name: 'two-line', description, type: 'project', body: 'b' }),
    );
    expect(indexLines().length).toBe(before + (result.ok ? 1 : 0));
    if (!result.ok) return;
    const back = (await store.get('two-line')).description;
    expect(back).toContain('first line');
    expect(back).toContain('second line');
  });

  test('a long description is whole in the file and cut, or told of, in the index', async () => {
    const { store, indexLines } = openCase('h13-multiline-descriptions');
    const { description = '' } = await store.get('long.md');
    expect(description.length).toBeGreaterThan(400);
    const saved = await store.save({ name: 'very-long', description, type: 'project', body: 'b' });
    expect((await store.get('very-long')).description).toBe(description);
    const line = indexLines().find((text) => text.includes(saved.entry.path))!;
    const warned = saved.warnings.some(({ kind }) => kind === 'index-line-long');
    expect([...line].length <= 150 || warned).toBe(true);
  });
});
