import { writeFileSync } from 'node:fs';
import { storagePath } from '@mem/core';
import { type Node, Parser } from 'commonmark';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffEntry } from '../../src/history/entry-diff.js';
import {
  type Review,
  renderReviewMarkdown,
  renderReviewText,
  reviewMemory,
} from '../../src/index.js';
import { git, openMemory } from '../history/open-memory.js';

const alpha = { name: 'alpha', description: 'first', type: 'user', body: 'one\n' } as const;

test('says what changed since a commit or a moment, by entry and by author', async () => {
  const { directory, store, history } = openMemory();
  await store.save(alpha);
  const [start] = await history.log({ limit: 1 });
  await store.update('alpha', { description: 'second' }, { message: 'because' });
  await store.rename('alpha', 'gamma');
  await store.save({ ...alpha, name: 'beta' });
  writeFileSync(`${directory}/hand.md`, 'by hand\n');
  git(directory, 'add', '.');
  git(directory, 'commit', '--quiet', '-m', 'mine');
  writeFileSync(`${directory}/open.md`, 'not committed\n');
  const review = await reviewMemory(directory, { since: start?.id ?? '' });
  expect(review.entries.map(({ path, action }) => [path, action])).toEqual([
    ['beta.md', 'added'],
    ['gamma.md', 'renamed'],
    ['hand.md', 'added'],
    ['open.md', 'added'],
  ]);
  const gamma = review.entries.find(({ path }) => path === 'gamma.md');
  expect(gamma?.commits.map(({ agent }) => agent)).toEqual(['tester', 'tester']);
  expect(gamma?.commits[1]?.subject).toContain('because');
  expect(review.entries.at(-1)?.commits).toEqual([]);
  expect(review.authors.find(({ author }) => author.startsWith('Hand'))?.entries).toEqual([
    'hand.md',
  ]);
  const committed = await reviewMemory(directory, { since: start?.id ?? '', until: 'HEAD' });
  expect(committed.entries.find(({ path }) => path === 'gamma.md')).toMatchObject({
    action: 'renamed',
    from: 'alpha.md',
    fields: [
      { field: 'name', before: 'alpha', after: 'gamma' },
      { field: 'description', before: 'first', after: 'second' },
    ],
  });
  const text = renderReviewText(committed);
  expect(text).toContain('- description: first\n  + description: second');
  expect(renderReviewMarkdown(committed)).toContain('#### `gamma.md` renamed (was `alpha.md`)');
  const all = await reviewMemory(directory, { since: new Date(0) });
  expect(all.from).toBeUndefined();
  const none = await reviewMemory(directory, {
    since: new Date(Date.now() + 60_000),
    until: 'HEAD',
  });
  expect(none.entries).toEqual([]);
  await expect(reviewMemory(directory, { since: '--output=x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        '\r',
        '\r\n',
        '\u2028',
        '\u0000',
        '\u001b[31m',
        '\u202e',
        '`',
        '```',
        '````',
        '~~~',
        '# heading',
        '## Changed memories',
        '- item',
        '> quote',
        '@someone',
        '#123',
        '<b>',
        '-->',
        '<!--',
        '![x](http://x)',
        '[x](y)',
        '|',
        '---',
        '\\',
        '&lt;',
        'http://x.example',
        '    code',
        ' ',
        '\t',
        '</details>',
        '```diff',
        '\ufeff',
        '\ud800',
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const review: fc.Arbitrary<Review> = fc
  .record({
    kept: hostile,
    before: hostile,
    after: hostile,
    description: hostile,
    author: hostile,
    subject: hostile,
    name: hostile.map((text) => text.replace(/[\p{Cc}\\/\ud800]/gu, '').trim()),
  })
  .map(({ kept, before, after, description, author, subject, name }) => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const path = storagePath(
      `x${Buffer.from(name)
        .subarray(0, 100)
        .toString('latin1')
        .replace(/[\p{Cc}]/gu, '')}.md`,
    );
    const header = `---\nname: n\ndescription: ${JSON.stringify(description)}\n---\n`;
    const diff = diffEntry(
      { path, action: 'changed' },
      bytes(`${kept}\n${before}`),
      bytes(`${header}${kept}\n${after}`),
    );
    const commit = { id: 'a'.repeat(40), date: '2026-01-01', author, agent: author, subject };
    return {
      from: undefined,
      to: undefined,
      entries: [{ ...diff, commits: [commit] }],
      authors: [{ author, commits: 1, entries: [path] }],
      commits: 1,
    };
  });

/** The kinds of everything on the page; text must be our own. */
function outline(markdown: string): string[] {
  const kinds: string[] = [];
  const walker = new Parser().parse(markdown).walker();
  for (let step = walker.next(); step; step = walker.next()) {
    if (step.entering) kinds.push(describeNode(step.node));
  }
  return kinds;
}

function describeNode(node: Node): string {
  if (node.type === 'heading') return `heading ${node.level}`;
  return node.type === 'text' ? `text ${node.literal}` : node.type;
}

const expected = [
  'document',
  'heading 2',
  'text Changed memories',
  'paragraph',
  'text 1 memory changed in 1 commit.',
  'heading 3',
  'text By author',
  'list',
  'item',
  'paragraph',
  'code',
  'text : 1 commit, 1 memory',
  'heading 3',
  'text By memory',
  'heading 4',
  'code',
  'text  changed',
  'list',
  'item',
  'paragraph',
  'code',
  'code_block',
];

/** What a page or a screen obeys and nobody sees: all control characters but the end of a line. */
const unseen = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2028\ufeff]/u;

test('no text of a memory, commit or author makes anything of its own on the page', () => {
  fc.assert(
    fc.property(review, (given) => {
      const markdown = renderReviewMarkdown(given);
      expect(outline(markdown)).toEqual(expected);
      expect(markdown).not.toMatch(unseen);
    }),
    { numRuns: 500 },
  );
});

test('no text of a memory moves the cursor or adds a line of its own to the text', () => {
  fc.assert(
    fc.property(review, (given) => {
      const text = renderReviewText(given);
      expect(text).not.toMatch(unseen);
      const lines = text.split('\n');
      expect(lines.filter((line) => /^\S/.test(line))).toHaveLength(2);
    }),
    { numRuns: 300 },
  );
});

test('a report of very many changes still fits into a pull request', () => {
  const entry = diffEntry(
    { path: storagePath('a.md'), action: 'added' },
    null,
    new TextEncoder().encode('x`'.repeat(50).concat('\n').repeat(200_000)),
  );
  const markdown = renderReviewMarkdown({
    from: undefined,
    to: undefined,
    entries: Array.from({ length: 200 }, () => ({ ...entry, commits: [] })),
    authors: [],
    commits: 0,
  });
  expect(markdown.length).toBeLessThan(65_000);
  expect(markdown).toMatch(/\d+ memories more did not fit here/);
});

test('a review that would end before it begins is refused, of branches what came since they parted', async () => {
  const { directory, store } = openMemory();
  await store.save(alpha);
  await store.save({ ...alpha, name: 'beta' });
  const back = { since: 'HEAD', until: 'HEAD~1' };
  await expect(reviewMemory(directory, back)).rejects.toMatchObject({
    code: 'INVALID_PATH',
    message: expect.stringContaining('Exchange the two'),
  });
  const sinceThen = { since: new Date(Date.now() + 60_000), until: 'HEAD~1' };
  await expect(reviewMemory(directory, sinceThen)).rejects.toMatchObject({ code: 'INVALID_PATH' });
  expect(await reviewMemory(directory, { since: 'HEAD', until: 'HEAD' })).toMatchObject({
    entries: [],
  });
  git(directory, 'branch', 'other');
  await store.save({ ...alpha, name: 'gamma' });
  git(directory, 'checkout', '--quiet', 'other');
  await store.save({ ...alpha, name: 'delta' });
  const trunk = git(directory, 'branch', '--list', 'ma*', '--format=%(refname:short)').trim();
  for (const until of [undefined, 'HEAD']) {
    const review = await reviewMemory(directory, { since: trunk, ...(until && { until }) });
    expect(review.entries.map(({ path }) => path)).toEqual(['delta.md']);
    expect(renderReviewText(review)).not.toContain('not committed yet');
  }
});

test('of two commits nothing is called uncommitted', () => {
  const entry = {
    ...diffEntry({ path: storagePath('a.md'), action: 'added' }, null, Buffer.from('x')),
  };
  const review: Review = {
    from: undefined,
    to: 'f'.repeat(40),
    entries: [{ ...entry, commits: [] }],
    authors: [],
    commits: 0,
  };
  expect(renderReviewText(review)).toContain('\n  in a merge\n');
  expect(renderReviewMarkdown(review)).toContain('\n- in a merge\n');
  expect(renderReviewText({ ...review, to: undefined })).toContain('\n  not committed yet\n');
});
