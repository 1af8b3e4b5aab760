import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryQuery, arbitraryText } from '../../test/search/arbitrary-text.js';
import { type NaiveDocument, naiveRank } from '../../test/search/naive-rank.js';
import { readingStorage } from '../../test/search/search-fixture.js';
import type { StoragePath } from '../storage.js';
import { eachEntry } from './each-entry.js';
import { parseQuery } from './parse-query.js';
import { RankedIndex } from './ranked-index.js';
import { isRelevant } from './ranking.js';
import { scanRank } from './scan-rank.js';

const limit = 1000;

/** A value for a header, in one of the ways that people and programs write one. */
function spelled(value: string, style: number): string {
  const line = value.replace(/[\n\r\t]/g, ' ');
  if (style === 0) return line;
  if (style === 1) return JSON.stringify(line);
  if (style === 2) return `'${line.replaceAll("'", "''")}'`;
  // As a program does that trusts no character.
  return `"${Array.from({ length: line.length }, (_, at) => `\\u${line.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
}

const arbitraryFile: fc.Arbitrary<string> = fc
  .record({
    name: arbitraryText,
    description: arbitraryText,
    body: arbitraryText,
    style: fc.constantFrom(0, 0, 1, 2, 3),
    header: fc.constantFrom('full', 'full', 'full', 'nameless', 'none', 'open'),
  })
  .map(({ name, description, body, style, header }) => {
    if (header === 'none') return body;
    const lines = [`description: ${spelled(description, style)}`, 'type: project'];
    if (header !== 'nameless') lines.unshift(`name: ${spelled(name, style)}`);
    return `---\n${lines.join('\n')}\n${header === 'open' ? '' : '---\n'}${body}`;
  });

const arbitraryDirectory = fc
  .array(
    fc.tuple(fc.constantFrom('deploy', 'Über-run', '部署', 'note', 'createStore'), arbitraryFile),
    { minLength: 1, maxLength: 12 },
  )
  .map((files) => new Map(files.map(([stem, text], at) => [`${stem}${at}.md`, text])));

async function documentsOf(files: ReadonlyMap<string, string>): Promise<NaiveDocument[]> {
  const documents: NaiveDocument[] = [];
  await eachEntry(readingStorage(files), {
    wants: () => true,
    take: (path, { name, description, body }, bytes) => {
      documents.push({ path, name, description, body, bytes });
    },
  });
  return documents;
}

function indexOf(documents: readonly NaiveDocument[]): RankedIndex {
  const index = new RankedIndex();
  for (const document of documents) index.set(document.path, document, document.bytes);
  return index;
}

describe('ranking', () => {
  it('gives the scores of the formula, from the index and from the scan alike', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDirectory, arbitraryQuery, async (files, text) => {
        const query = parseQuery(text);
        const documents = await documentsOf(files);
        const indexed = indexOf(documents).rank(query, { limit });
        const scanned = await scanRank(readingStorage(files), query, { limit });
        expect(scanned).toEqual(indexed);
        expectFormula(indexed, naiveRank(query, documents));
      }),
      { numRuns: 600 },
    );
  });

  it('gives the same when entries were added, changed and removed before', async () => {
    const operation = fc.tuple(fc.nat({ max: 5 }), fc.option(arbitraryFile), fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 20 }),
        arbitraryQuery,
        async (operations, text) => {
          const files = new Map<string, string>();
          const index = new RankedIndex();
          for (const [at, content] of operations) {
            const path = `note${at}.md`;
            if (content === null) {
              files.delete(path);
              index.delete(path);
            } else {
              files.set(path, content);
              const [document] = await documentsOf(new Map([[path, content]]));
              index.set(path, document!, document!.bytes);
            }
          }
          const query = parseQuery(text);
          const fresh = indexOf(await documentsOf(files)).rank(query, { limit });
          expect(index.rank(query, { limit })).toEqual(fresh);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('stays right and small over many changes of the same entries', () => {
    const index = new RankedIndex();
    const fresh = new RankedIndex();
    for (let round = 0; round < 8000; round++) {
      const path = `note${round % 7}.md`;
      const body = `word${round % 7} round${round} ${'often '.repeat(400)}`;
      index.set(path, { name: path, body }, body.length);
      if (round >= 8000 - 7) fresh.set(path, { name: path, body }, body.length);
    }
    for (const text of ['word3', 'often', 'round7999 round12', 'rou']) {
      const query = parseQuery(text);
      expect(index.rank(query, { limit })).toEqual(fresh.rank(query, { limit }));
    }
  });

  it('counts words that come hundreds of times', async () => {
    const files = new Map([
      ['a.md', `---\nname: often\ndescription: d\n---\n${'often '.repeat(700)}`],
      ['b.md', `---\nname: b\ndescription: d\n---\noften ${'words '.repeat(700)}`],
    ]);
    const query = parseQuery('often ');
    const documents = await documentsOf(files);
    const indexed = indexOf(documents).rank(query, { limit });
    expectFormula(indexed, naiveRank(query, documents));
    expect(await scanRank(readingStorage(files), query, { limit })).toEqual(indexed);
  });

  it('takes ignored entries for not there at all', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDirectory, arbitraryQuery, async (files, text) => {
        const query = parseQuery(text);
        const left = new Map([...files].filter(([path]) => !path.includes('note')));
        const expected = await scanRank(readingStorage(left), query, { limit });
        const ignores = (path: string): boolean => path.includes('note');
        const indexed = indexOf(await documentsOf(files)).rank(query, { limit, ignores });
        const scanned = await scanRank(readingStorage(files), query, {
          limit,
          ignores: (facts) => ignores(facts.path),
        });
        expect(indexed).toEqual(expected);
        expect(scanned).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('counts entries that a filter keeps out', async () => {
    const files = new Map([
      ['a.md', '---\nname: a\ndescription: d\ntype: user\n---\nword'],
      ['b.md', '---\nname: b\ndescription: d\ntype: project\n---\nword other'],
    ]);
    const query = parseQuery('word');
    const accepts = (path: string): boolean => path === ('a.md' as StoragePath);
    const indexed = indexOf(await documentsOf(files)).rank(query, { limit, accepts });
    const scanned = await scanRank(readingStorage(files), query, {
      limit,
      accepts: (facts) => facts.type === 'user',
    });
    expect(indexed.ranked.map(({ path }) => path)).toEqual(['a.md']);
    expect(indexed.matching).toEqual([2]);
    expect(scanned).toEqual(indexed);
  });

  it('breaks ties by path and keeps to the limit', () => {
    const index = new RankedIndex();
    for (const path of ['c', 'a', 'd', 'b']) index.set(path, { name: 'same', body: '' }, 10);
    const { ranked } = index.rank(parseQuery('same'), { limit: 3 });
    expect(ranked.map(({ path }) => path)).toEqual(['a', 'b', 'c']);
  });
});

function expectFormula(
  result: ReturnType<RankedIndex['rank']>,
  expected: ReturnType<typeof naiveRank>,
): void {
  const relevant = [...expected.scores]
    .filter(([path]) => isRelevant(expected.shares.get(path)!))
    .map(([path, score]) => ({ path, score }));
  expect(result.ranked.map(({ path }) => path).sort()).toEqual(
    relevant.map(({ path }) => path).sort(),
  );
  for (const [at, { path, score, share }] of result.ranked.entries()) {
    expect(score).toBeCloseTo(expected.scores.get(path)!, 9);
    expect(share).toBeCloseTo(expected.shares.get(path)!, 9);
    const before = result.ranked[at - 1];
    expect(before === undefined || before.score >= score).toBe(true);
  }
  expect(result.missing).toEqual(expected.missing);
}
