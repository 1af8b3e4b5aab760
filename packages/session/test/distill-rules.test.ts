import { createMemoryStore } from '@mem/core';
import { expect, test } from 'vitest';
import { sourceText } from '../src/distill/plan.js';
import { linkResolver, linksIn } from '../src/distill/resolve-links.js';
import { type DistillationPlan, planByRules, readDistillInput } from '../src/index.js';
import { type Files, note, snapshotOf, storageWith } from './test-directory.js';

const now = new Date('2026-11-30T10:00:00Z');

async function planFor(files: Files): Promise<DistillationPlan> {
  const storage = await storageWith(files);
  const before = await snapshotOf(storage);
  const plan = planByRules(await readDistillInput(storage, { now }));
  expect(await snapshotOf(storage)).toEqual(before);
  for await (const { path } of storage.list('.mem' as never)) expect(path).toBe('nothing');
  return plan;
}

function shortly({ operations, findings }: DistillationPlan) {
  return {
    operations: operations.map(({ kind }) => kind),
    findings: findings.map(({ kind }) => kind),
  };
}

test('an empty directory needs nothing', async () => {
  expect(shortly(await planFor({}))).toEqual({ operations: [], findings: [] });
});

test.each([
  ['blanks and blank lines', 'One.\n\nTwo.', 'One.  \nTwo.\n\n'],
  ['line ends', 'One.\nTwo.', 'One.\r\nTwo.'],
  ['Unicode form', 'Café', 'Cafe\u0301'],
])('bodies are equal whatever their %s', async (_, one, other) => {
  const plan = await planFor({ 'a.md': note('a', one), 'b.md': note('b', other) });
  expect(shortly(plan).operations).toEqual(['merge']);
  const sources = plan.operations[0]?.sources.map(sourceText).sort();
  expect(sources).toEqual(['a.md:7', 'b.md:7']);
});

test.each([
  ['case', 'One.', 'one.', {}],
  ['nothing in common but emptiness', '', '', {}],
  ['indentation', 'a:\n  b', 'a:\nb', {}],
])('bodies are not equal with another %s', async (_, one, other) => {
  const plan = await planFor({ 'a.md': note('a', one), 'b.md': note('b', other) });
  expect(shortly(plan)).toEqual({ operations: [], findings: [] });
});

test('a type or a header key of its own is never lost in a merge', async () => {
  const same = 'Say it shorter.';
  const types = { 'a.md': note('a', same), 'b.md': note('b', same, { type: 'feedback' }) };
  expect(shortly(await planFor(types))).toEqual({ operations: [], findings: ['body-twice'] });
  const keys = { 'a.md': note('a', same), 'b.md': note('b', same, { tags: 'style' }) };
  expect((await planFor(keys)).operations).toMatchObject([{ into: { path: 'b.md' } }]);
});

test('what the index lists is kept, with what its header lacks from the other', async () => {
  const plan = await planFor({
    'MEMORY.md': '- [b](b.md) — by hand\n',
    'a.md': note('a', 'Same.', { description: 'Told well' }),
    'b.md': '---\nname: b\ntype: project\n---\n\nSame.\n',
  });
  expect(plan.operations[0]).toMatchObject({
    kind: 'merge',
    into: { path: 'b.md' },
    from: [{ path: 'a.md' }],
    fields: { description: 'Told well' },
  });
});

test('of one name, an entry that holds all lines of another takes it in; else a person decides', async () => {
  const header = { description: 'd' };
  const whole = await planFor({
    'a.md': note('release', 'One.\nTwo.\nThree.', header),
    'b.md': note('release', 'One.\nThree.', header),
  });
  expect(whole.operations[0]).toMatchObject({ kind: 'merge', into: { path: 'a.md' } });
  const apart = await planFor({
    'a.md': note('release', 'One.', header),
    'b.md': note('release', 'Two.', header),
  });
  expect(shortly(apart)).toEqual({ operations: [], findings: ['name-twice'] });
  expect(apart.findings[0]?.sources).toEqual([
    { path: 'a.md', line: 2 },
    { path: 'b.md', line: 2 },
  ]);
});

test('dead links of the index go, and those of a body are told with their line', async () => {
  const plan = await planFor({
    'MEMORY.md': '# Notes\n\n- [A](a.md) — a\n- [Gone](gone.md) — x\n',
    'a.md': note('a', 'See [[a]].\nAnd [[nobody|this]].'),
  });
  expect(shortly(plan)).toEqual({ operations: ['index'], findings: ['link-dead'] });
  expect(plan.operations[0]?.sources).toEqual([{ path: 'MEMORY.md', line: 4 }]);
  expect(plan.findings[0]?.sources).toEqual([{ path: 'a.md', line: 8 }]);
});

test('dates that were ahead when the memory was written are told when they have gone by', async () => {
  const plan = await planFor({
    'past.md': note('past', 'Code freeze until 2026-03-05.'),
    'ahead.md': note('ahead', 'Code freeze until 2027-03-05.'),
    'history.md': note('history', 'We moved in on 2020-01-01, on a Monday.', {
      modified: '2026-01-01T00:00:00Z',
    }),
  });
  expect(plan.findings).toMatchObject([
    { kind: 'date-passed', sources: [{ path: 'past.md', line: 7 }] },
  ]);
});

test('limits are told when they are crossed, and not before', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');
  const bodies = await planFor({
    'at.md': note('at', lines(200)),
    'over.md': note('over', lines(201)),
    'bytes.md': note('bytes', 'ä'.repeat(2049)),
    'fits.md': note('fits', 'ä'.repeat(2048)),
  });
  expect(bodies.findings.map(({ kind, sources }) => [kind, sources[0]?.path])).toEqual([
    ['body-long', 'bytes.md'],
    ['body-long', 'over.md'],
  ]);
  const index = await planFor({ 'MEMORY.md': `${lines(201)}\n`, 'a.md': note('a', 'A.') });
  expect(shortly(index).findings).toEqual(['index-size', 'index-unlisted']);
});

test('files that nobody knows are no part of it', async () => {
  const same = 'Just the same.\n';
  const plan = await planFor({
    'a.md': `---\nname: a\nname: b\n---\n${same}`,
    'b.md': `---\nname: [broken\n---\n${same}`,
    'c.md': same,
    'd.md': same,
    'e.txt': same,
    'logs/2026/11/2026-11-29.md': same,
  });
  expect(shortly(plan).operations).toEqual([]);
});

test('links lead where the store says', async () => {
  const storage = await storageWith({
    'a.md': note('Alpha One', 'x'),
    'b.md': note('beta', 'x'),
    'sub/b.md': note('beta', 'x'),
    'sub/c.md': note('gamma', 'x'),
    'twice.md': note('same', 'x'),
    'again.md': note('same', 'x'),
    'links.md': note(
      'links',
      '[[Alpha One]] [[alpha-one]] [[a]] [[a.md]] [[beta]] [[sub/b]] [[c]] [[GAMMA]] [[same]] [[twice]] [[nobody]] [[ beta |x]]',
    ),
  });
  const entry = await createMemoryStore(storage).get('links');
  const { memories } = await readDistillInput(storage, { now });
  const resolve = linkResolver(memories.map(({ path, parsed }) => ({ path, name: parsed.name })));
  const ours = [...new Set(linksIn(entry.body).map(({ target }) => target))].map((target) => {
    const paths = resolve(target);
    return { target, path: paths.length === 1 ? paths[0] : null };
  });
  expect(ours).toEqual(entry.links);
});
