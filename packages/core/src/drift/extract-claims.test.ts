import { describe, expect, test } from 'vitest';
import { extractClaims } from './extract-claims.js';
import { readMarkdownText } from './markdown-text.js';
import { verifyEntry } from './verify-entry.js';
import type { Workspace } from './workspace.js';

const read = (text: string) => extractClaims(text).map(({ kind, text }) => `${kind} ${text}`);

describe('claims are found', () => {
  test('in code spans of any length, in prose and in shell blocks', () => {
    expect(
      read(
        'Use ``src/a.ts`` or src/b.ts.\n\n```sh\n$ pnpm lint src/c.ts\n```\n~~~ts\nsrc/d.ts\n~~~',
      ),
    ).toEqual(['path src/a.ts', 'script pnpm lint', 'path src/c.ts', 'path src/b.ts']);
  });

  test('of a pattern and of a kind of files none, of a moment one', () => {
    const said = 'See src/**/*.ts and **docs/setup.md**, `.ts`, 2026-05-01T10:00:00+02:00.';
    expect(read(said)).toEqual(['path docs/setup.md', 'date 2026-05-01T10:00:00+02:00']);
  });

  test('once each', () => {
    expect(read('`src/a.ts`, `src/a.ts`, src/a.ts')).toEqual(['path src/a.ts']);
  });

  test('with lines in every usual way of writing', () => {
    const lines = extractClaims('`a/b.ts:7` `a/b.ts:7-9` `a/b.ts:7:3` `a/b.ts#L7` `a/b.ts#L7-L9`');
    expect(lines.map((claim) => 'line' in claim && claim.line)).toEqual([7, 9, 7, 7, 9]);
  });
});

test('a text is taken apart into spans, commands and the rest', () => {
  expect(
    readMarkdownText('a `b` ``c ` d`` ` e\n```js\nf\n```\n```\n$ g\n```\n[h](i.md) [[j]]'),
  ).toEqual({
    spans: ['b', 'c ` d'],
    commands: ['g'],
    plain: expect.stringMatching(/^a\s+` e\n\[h\]\s+$/),
  });
});

describe('verifying', () => {
  const fails = () => Promise.reject(new Error('broken'));
  const broken: Workspace = {
    kindOf: fails,
    find: fails,
    lineCount: fails,
    holdsWords: fails,
    hasCommit: fails,
    renamedTo: fails,
    packages: fails,
  };
  const body = '`src/a.ts` `src/a.ts:3` `someName` `--some-flag` `npm run x` commit abc1234';

  test('a workspace that fails leaves all unknown and throws nothing', async () => {
    const claims = await verifyEntry({ body }, broken);
    expect(claims.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'path unknown',
      'line unknown',
      'symbol unknown',
      'flag unknown',
      'script unknown',
      'commit unknown',
    ]);
  });

  test('a signal ends it', async () => {
    const controller = new AbortController();
    const hanging = { ...broken, kindOf: () => new Promise<never>(() => {}) };
    setTimeout(() => controller.abort(), 20);
    const claims = await verifyEntry({ body }, hanging, { signal: controller.signal });
    expect(claims.every(({ state }) => state === 'unknown')).toBe(true);
  });

  test('no more than the stated number of claims are judged', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `\`src/f${at}.ts\``).join(' ');
    expect(await verifyEntry({ body: many }, broken)).toHaveLength(100);
    expect(await verifyEntry({ body: many }, broken, { maxClaims: 3 })).toHaveLength(3);
  });
});

test('hostile text takes linear time', () => {
  const pieces = [
    '`',
    '` ',
    '``` ',
    'a/',
    'a.b',
    '../',
    '-',
    '--a',
    'npm run ',
    '0a',
    '1',
    '[[',
    '](',
    '年',
  ];
  for (const piece of [...pieces, 'until ', '2026-01-01 ', '`a', '~~~\n', 'src/a.ts:1', '.', ' ']) {
    const timeOf = (length: number) => {
      const text = piece.repeat(length / piece.length);
      const started = performance.now();
      extractClaims(text);
      return performance.now() - started;
    };
    // Other work on the machine only ever adds, so the least of three counts.
    const best = (length: number) => Math.min(timeOf(length), timeOf(length), timeOf(length));
    const quarter = best(50_000);
    expect(best(200_000), piece).toBeLessThan(quarter * 8 + 300);
  }
});
