import { describe, expect, test } from 'vitest';
import { makeCase, runRunner } from '../support/run-runner.js';

const files = {
  'MEMORY.md': '# Memory\n\n- [One](one.md) — the first\n- [Gone](gone.md) — lost\n',
  'one.md':
    '---\nname: one\ndescription: first\ntype: user\nowner: me\n---\n\nSee [[two]] and [[three]].\n',
  'two.md': '\uFEFF---\r\nname: two\r\ndescription: second\r\ntype: project\r\n---\r\n\r\nTwo.\r\n',
};

/** The same key twice: as it is, and otherwise. The first must pass, the second fail. */
const ofDirectory: [what: string, right: unknown, wrong: unknown][] = [
  ['number of entries', { entriesCount: 2 }, { entriesCount: 3 }],
  ['missing entry', entry({}), { entries: [{ file: 'three.md' }] }],
  [
    'complete entries',
    { entries: [{ file: 'one.md' }, { file: 'two.md' }], entriesComplete: true },
    { entries: [{ file: 'one.md' }], entriesComplete: true },
  ],
  ['no entry', { notEntries: ['MEMORY.md'] }, { notEntries: ['one.md'] }],
  ['name', entry({ nameAnyOf: ['one', 'eins'] }), entry({ nameAnyOf: ['eins'] })],
  ['description', entry({ description: 'first' }), entry({ description: 'firs' })],
  [
    'absent description',
    entry({ descriptionAnyOf: [null, 'first'] }),
    entry({ description: null }),
  ],
  [
    'part of a description',
    entry({ descriptionContains: ['fir'] }),
    entry({ descriptionContains: ['sec'] }),
  ],
  ['type', entry({ type: 'user' }), entry({ typeAnyOf: ['project', null] })],
  [
    'first line',
    entry({ bodyFirstLine: 'See [[two]] and [[three]].' }),
    entry({ bodyFirstLine: 'See' }),
  ],
  ['extra key', entry({ extra: { 'metadata.owner': 'me' } }), entry({ extra: { owner: 'you' } })],
  [
    'links',
    entry({
      links: [
        { text: 'two', to: 'two.md' },
        { text: 'three', to: null },
      ],
    }),
    entry({ links: [{ text: 'three', to: 'two.md' }] }),
  ],
  [
    'linked',
    { index: { linked: [{ file: 'one.md', hook: 'the first' }] } },
    { index: { linked: [{ file: 'one.md', hook: 'first' }] } },
  ],
  ['dangling', { index: { dangling: ['gone.md'] } }, { index: { dangling: [] } }],
  ['unindexed', { index: { unindexed: ['two.md'] } }, { index: { unindexed: ['one.md'] } }],
  ['no link', { index: { notLinks: ['two.md'] } }, { index: { notLinks: ['gone.md'] } }],
  ['index lines', { index: { lines: 4 } }, { index: { lines: 5 } }],
  ['limits', { index: { overLimit: null } }, { index: { overLimit: 'lines' } }],
  [
    'warnings',
    { warnings: [{ kind: 'index-dangling', file: 'gone.md' }] },
    { warnings: [{ kind: 'index-dangling', file: 'one.md' }] },
  ],
  [
    'false alarms',
    { mustNotWarn: ['type-unknown', { kind: 'index-dangling', file: 'one.md' }] },
    { mustNotWarn: ['index-dangling'] },
  ],
];

function entry(expected: object) {
  return { entries: [{ file: 'one.md', ...expected }] };
}

const save = (expected: object) => ({
  ops: [
    {
      do: 'save',
      args: { name: 'three', description: 'third', type: 'user', body: 'Three.' },
      expect: { outcome: 'ok', ...expected },
    },
  ],
});

const update = (expected: object) => ({
  ops: [{ do: 'update', args: { file: 'two.md', body: 'A\n\nB' }, expect: expected }],
});

const remove = (expected: object) => ({
  ops: [{ do: 'delete', args: { name: 'one' }, expect: expected }],
});

const ofOperations: [what: string, right: unknown, wrong: unknown][] = [
  ['outcome', save({}), save({ outcome: 'reject' })],
  ['created', save({ created: { min: 1 } }), save({ created: 0 })],
  ['added lines', save({ index: { addedLines: 1 } }), save({ index: { addedLines: 0 } })],
  ['index bytes', update({ index: { unchanged: true } }), save({ index: { unchanged: true } })],
  ['link to', save({ index: { linksTo: ['three.md'] } }), save({ index: { linksTo: ['two.md'] } })],
  ['changed files', update({ changed: ['two.md'] }), update({ changed: ['one.md'] })],
  ['unchanged files', update({ unchanged: ['one.md'] }), update({ unchanged: ['two.md'] })],
  [
    'others',
    update({ changed: ['two.md'], unchanged: 'others' }),
    remove({ changed: [], unchanged: 'others' }),
  ],
  [
    'text of a file',
    update({ file: { 'two.md': { contains: ['A\r\n\r\nB'] } } }),
    update({ file: { 'two.md': { contains: ['C'] } } }),
  ],
  [
    'text gone',
    update({ file: { 'two.md': { notContains: ['Two.'] } } }),
    update({ file: { 'two.md': { notContains: ['B'] } } }),
  ],
  [
    'lines of a file',
    update({ file: { 'two.md': { keepsLines: ['type: project'] } } }),
    update({ file: { 'two.md': { keepsLines: ['Two.'] } } }),
  ],
  [
    'line ends',
    update({ file: { 'two.md': { eol: 'crlf' } } }),
    update({ file: { 'two.md': { eol: 'lf' } } }),
  ],
  [
    'mark',
    update({ file: { 'two.md': { bom: true } } }),
    update({ file: { 'two.md': { bom: false } } }),
  ],
  ['deleted files', remove({ deleted: ['one.md'] }), remove({ deleted: ['two.md'] })],
  [
    'removed lines',
    remove({ index: { removedLines: ['- [One](one.md) — the first'] } }),
    remove({ index: { removedLines: ['# Memory'] } }),
  ],
  [
    'kept lines',
    remove({ index: { keepsLines: ['# Memory', ''] } }),
    remove({ index: { keepsLines: ['- [One](one.md) — the first'] } }),
  ],
  [
    'all lines',
    save({ index: { keepsAllLines: true } }),
    remove({ index: { keepsAllLines: true } }),
  ],
  [
    'no link to',
    remove({ index: { noLinkTo: ['one.md'] } }),
    remove({ index: { noLinkTo: ['gone.md'] } }),
  ],
];

describe.each([...ofDirectory, ...ofOperations])('%s', (_what, right, wrong) => {
  test('as it is passes, otherwise fails', async () => {
    expect((await runRunner(makeCase(right, files))).lines).toEqual([
      'ok c01-made',
      '1 passed, 0 failed',
    ]);
    expect((await runRunner(makeCase(wrong, files))).lines[0]).toMatch(/^FAIL c01-made: /);
  });
});
