import { expect, test } from 'vitest';
import { indexFixture } from '../../test/index-fixture.js';
import { rebuildIndex } from './rebuild-index.js';

function entriesAt(...paths: string[]) {
  return paths.map((path) => ({ path, name: path.slice(0, -3), description: `about ${path}` }));
}

test('an absent index is written whole, sorted', () => {
  expect(rebuildIndex('', entriesAt('b.md', 'a.md'))).toEqual({
    text: '- [a](a.md) — about a.md\n- [b](b.md) — about b.md\n',
    added: ['a.md', 'b.md'],
    dropped: [],
    droppedLines: [],
    refreshed: [],
  });
  expect(rebuildIndex('\ufeff\r\n', entriesAt('a.md')).text).toBe(
    '\ufeff- [a](a.md) — about a.md\r\n',
  );
  expect(rebuildIndex('\n', []).text).toBe('\n');
});

test('adds what is missing, drops and reports what is gone, keeps all else', () => {
  const text = indexFixture('h18-dangling-unindexed-duplicate');
  const dead = '- [Private notes](private-notes.md) — on the office machine only, not in git';
  const result = rebuildIndex(text, entriesAt('here.md', 'twice.md', 'forgotten.md'));
  expect(result.text).toBe(
    `${text.replace(`${dead}\n`, '')}- [forgotten](forgotten.md) — about forgotten.md\n`,
  );
  expect(result).toMatchObject({
    added: ['forgotten.md'],
    dropped: ['private-notes.md'],
    droppedLines: [dead],
  });
});

test.each([
  [
    'h01-current-nested-metadata',
    ['export-only-from-release-box', 'reference_export_boxes', 'user_background'],
  ],
  [
    'h14-index-with-sections-and-prose',
    ['user_role', 'feedback_tests', 'feedback_steps', 'project_cloud'],
  ],
  ['h15-index-is-the-memory', []],
  ['h27-blanked-headers', ['branch_policy', 'learning_log', 'fine']],
])('%s, which lists all there is, stays as it is', (name, stems) => {
  const text = indexFixture(name);
  const entries = stems.map((stem) => ({
    path: `${stem}.md`,
    name: stem,
    previousDescription: 'x',
  }));
  expect(rebuildIndex(text, entries)).toMatchObject({ text, added: [], dropped: [] });
});

test('keeps links to files that are no entries', () => {
  const text = '- [log](logs/2026-01-01.md)\n- [topic](topics/MEMORY.md)\n';
  expect(rebuildIndex(text, []).text).toBe(text);
});

test('hooks that were a description follow it, others do not', () => {
  const text = '- [a](a.md) — was\n- [b](b.md) — curated\n- [c](c.md) — was\n';
  const result = rebuildIndex(text, [
    { path: 'a.md', name: 'a', description: 'is', previousDescription: 'was' },
    { path: 'b.md', name: 'b', description: 'is', previousDescription: 'was' },
    { path: 'c.md', name: 'c', previousDescription: 'was' },
  ]);
  expect(result.text).toBe('- [a](a.md) — is\n- [b](b.md) — curated\n- [c](c.md) — was\n');
  expect(result.refreshed).toEqual(['a.md']);
});

test('several new entries go each beside its like, in order', () => {
  const text = '## User\n- [u](u.md)\n\n## Project\n1. [p](p.md)\n2. [q](q.md)\n';
  const entries = [
    ...['p', 'q', 'x', 'w'].map((name) => ({ path: `${name}.md`, name, type: 'project' })),
    ...['u', 'v'].map((name) => ({ path: `${name}.md`, name, type: 'user' })),
  ];
  expect(rebuildIndex(text, entries).text).toBe(
    '## User\n- [u](u.md)\n- [v](v.md)\n\n## Project\n1. [p](p.md)\n2. [q](q.md)\n3. [w](w.md)\n4. [x](x.md)\n',
  );
});
