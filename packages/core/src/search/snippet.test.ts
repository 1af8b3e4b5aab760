import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText } from '../../test/search/arbitrary-text.js';
import { growthOf } from '../../test/search/growth.js';
import { parseQuery } from './parse-query.js';
import { makeSnippet, type WeightedRange } from './snippet.js';
import { TermMatcher } from './term-matcher.js';

function rangesOf(text: string, query: string): WeightedRange[] {
  const ranges: WeightedRange[] = [];
  new TermMatcher(parseQuery(query).terms).eachMatch(text, (term, _form, start, end) => {
    ranges.push({ term, start, end, weight: 1 });
  });
  return ranges.sort((one, other) => one.start - other.start || one.end - other.end);
}

function marked(text: string, query: string): string {
  const snippet = makeSnippet(text, rangesOf(text, query));
  let shown = snippet.text;
  for (const { start, end } of [...snippet.marks].reverse()) {
    shown = `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`;
  }
  return shown;
}

const filler = 'One two three four five six seven eight nine ten. '.repeat(8);

describe('makeSnippet', () => {
  it('shows a short text whole, on one line', () => {
    expect(marked('\n# Release\n\nWe  deploy\ton\r\nTuesday.\n', 'deploy tuesday')).toBe(
      '# Release We [deploy] on [Tuesday].',
    );
  });

  it('cuts between words and says so', () => {
    const shown = marked(`${filler}We deploy on Tuesday. ${filler}`, 'deploy');
    expect(shown).toMatch(/^…\S.* We \[deploy\] on Tuesday\. .*\S…$/);
    expect(shown).toMatch(/^…(?:One|two|three|four|five|six|seven|eight|nine|ten)/);
  });

  it('shows the place where most of the query stands together', () => {
    const text = `deploy ${filler}friday deploy window ${filler}window`;
    expect(marked(text, 'deploy friday window')).toContain('[friday] [deploy] [window]');
  });

  it('shows the beginning when nothing matched', () => {
    expect(marked(filler, 'zebra')).toMatch(/^One two three .*…$/);
    expect(marked('', 'zebra')).toBe('');
  });

  it('joins the marks of pairs and of the parts of a name', () => {
    expect(marked('周五不要部署流程图', '部署流程')).toBe('周五不要[部署流程]图');
    expect(marked('call createMemoryStore()', 'createMemoryStore')).toBe(
      'call [createMemoryStore]()',
    );
  });

  it('keeps what a reader sees as one character whole', () => {
    for (const piece of ['👩🏽‍💻', '🇩🇪', 'e\u0301', '𠮷', 'ที่']) {
      for (let shift = 0; shift < 12; shift++) {
        const text = `${'x'.repeat(shift)}${piece.repeat(200)}needle${piece.repeat(200)}`;
        const { text: shown } = makeSnippet(text, rangesOf(text, 'needle'));
        const inner = shown.replaceAll('…', '').replace('needle', '').replace(/^x+/, '');
        expect(inner.length % piece.length).toBe(0);
      }
    }
  });

  it('is one line of bounded length whose marks are what matched', () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (text, query) => {
        const ranges = rangesOf(text, query);
        const { text: shown, marks } = makeSnippet(text, ranges);
        expect(shown).not.toMatch(/[\n\r\t]| {2}/);
        expect(shown.length).toBeLessThan(300);
        expect(shown.isWellFormed() || !text.isWellFormed()).toBe(true);
        expect(marks.length > 0).toBe(ranges.length > 0);
        const matched = new Set(ranges.map(({ start, end }) => text.slice(start, end)));
        let before = -1;
        for (const { start, end } of marks) {
          expect(start).toBeGreaterThan(before);
          before = end;
          const piece = shown.slice(start, end);
          expect([...matched].some((match) => piece.includes(match))).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('takes time linear in text and matches', () => {
    const growth = growthOf((count) => {
      const text = 'deploy '.repeat(count);
      makeSnippet(text, rangesOf(text, 'deploy'));
    }, 50_000);
    expect(growth).toBeLessThan(2.6);
  });
});
