import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText } from '../../test/search/arbitrary-text.js';
import { growthOf } from '../../test/search/growth.js';
import { type NaiveToken, naiveTokens } from '../../test/search/naive-tokens.js';
import { tokenize } from './tokenize.js';

const kinds = ['word', 'whole', 'pair', 'last'] as const;

function tokensOf(text: string): NaiveToken[] {
  const tokens: NaiveToken[] = [];
  tokenize(text, (units, from, to, kind, start, end) => {
    const folded = String.fromCharCode(...units.subarray(from, to));
    tokens.push({ text: folded, kind: kinds[kind]!, start, end });
  });
  return tokens;
}

function wordsOf(text: string): string[] {
  return tokensOf(text).map((token) => token.text);
}

describe('tokenize', () => {
  it.each([
    ['Deploy on Friday', ['deploy', 'on', 'friday']],
    ['snake_case', ['snake', 'case', 'snake_case']],
    ['createMemoryStore', ['create', 'memory', 'store', 'creatememorystore']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['APIs', ['apis']],
    ['sha256Sum', ['sha256', 'sum', 'sha256sum']],
    ['v2.1', ['v2', '1', 'v2.1']],
    ['#155', ['155', '#155']],
    ['--dry-run', ['dry', 'run', 'dry-run']],
    ['src/search/index.ts', ['src', 'search', 'index', 'ts', 'index.ts']],
    ["don't", ['don', 't']],
    ['Äpfel straße İstanbul œuvre', ['apfel', 'strasse', 'istanbul', 'oeuvre']],
    ['ＡＢＣ１２', ['abc12']],
    ['cafe\u0301 so\u00adft', ['cafe', 'soft']],
    ['部署流程', ['部署', '署流', '流程', '程']],
    ['图', ['图']],
    ['用MySQL', ['用', 'my', 'sql', 'mysql']],
    ['ﾃﾞｰﾀ テ\u3099', ['デー', 'ータ', 'タ', 'デ']],
    ['메모리를', ['메모', '모리', '리를', '를']],
    ['\u1106\u1166\u1106\u1169', ['메모', '모']],
    ['ที่นี่', ['ที่นี่', 'นี่']],
    ['𠮷野家', ['𠮷野', '野家', '家']],
    ['२०२६', ['२०२६']],
    ['العَرَبِيَّة', ['العربية']],
    [' … — ', []],
    ['ship it 🚀 now', ['ship', 'it', '🚀', 'now']],
    ['🎉🎉x👍🏽y', ['🎉', '🎉', 'x', '👍', 'y']],
    ['❤️ ❤ ™', ['❤', '❤', '™']],
    ['👩🏽‍💻 👩‍💻', ['👩‍💻', '👩‍💻']],
    ['🇩🇪🇫🇷🇩', ['🇩🇪', '🇫🇷', '🇩']],
    ['1️⃣ v2⃣ #️⃣3 *⃣', ['1⃣', 'v', '2⃣', '#⃣', '3', '*⃣']],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏽 🏳️‍🌈', ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏳‍🌈']],
  ])('takes %j apart', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  it('does what the plain version does', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryText, fc.string({ unit: 'binary' })), (text) => {
        expect(tokensOf(text)).toEqual(naiveTokens(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('does so for every character', () => {
    for (let from = 0; from < 0x11_0000; from += 64) {
      const text = Array.from({ length: 64 }, (_, index) => from + index)
        .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
        .map((codePoint) => `x${String.fromCodePoint(codePoint)}y`)
        .join(' ');
      const [ours, plain] = [tokensOf(text), naiveTokens(text)];
      // Comparing as text first: a million single expectations would take a minute.
      if (JSON.stringify(ours) !== JSON.stringify(plain)) expect(ours).toEqual(plain);
    }
  }, 120_000);

  it('says where tokens stand', () => {
    for (const { start, end, text } of tokensOf('Use createMemoryStore, #155 部署流程')) {
      const piece = 'Use createMemoryStore, #155 部署流程'.slice(start, end);
      expect(piece.toLowerCase()).toBe(text);
    }
  });

  it('cuts endless words, and finds what comes after them', () => {
    const words = wordsOf(`${'a'.repeat(100_000)} end ${'b.'.repeat(50_000)}tail`);
    expect(words[0]).toBe('a'.repeat(64));
    expect(words).toContain('end');
    expect(words.at(-1)).toBe('tail');
  });

  it.each([
    ['letters', 'a'],
    ['joined parts', 'a.'],
    ['humps', 'aB'],
    ['capitals', 'A'],
    ['marks', '\u0301'],
    ['marks on a pair', '部\u3099'],
    ['pairs', '部'],
    ['surrogates', '\ud842'],
    ['hashes', '#1'],
    ['joined pictures', '👩\u200d'],
    ['tones', '👍🏽\ufe0f'],
    ['keycaps', '1\ufe0f\u20e3'],
  ])('takes twice the time for twice as many %s', (_, piece) => {
    const tokenizeMany = (count: number): void => {
      tokenize(`か${piece.repeat(count)}`, () => {});
    };
    expect(growthOf(tokenizeMany, 100_000)).toBeLessThan(2.5);
  });
});
