import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompiledPattern, compilePattern } from './compile-pattern.js';
import { runPattern } from './run-pattern.js';

function places(pattern: string, text: string, ignoreCase = false): string[] {
  const machine = compilePattern(pattern, ignoreCase);
  if ('fault' in machine) throw new Error(machine.fault);
  return [...runPattern(machine, text)].map(({ start, end }) => text.slice(start, end));
}

describe('a pattern of a project', () => {
  it('finds what it says', () => {
    expect(places('KD-[0-9]{8}', 'see KD-12345678 and KD-1234567x, KD-87654321.')).toEqual([
      'KD-12345678',
      'KD-87654321',
    ]);
    expect(places('\\bacme\\b', 'ACME acme acmex', true)).toEqual(['ACME', 'acme']);
    expect(places('^a$', 'a\nba\r\na\r\n')).toEqual(['a', 'a']);
    expect(places('(?:cat|dog)s?!', 'dogs! cat! cats')).toEqual(['dogs!', 'cat!']);
    expect(places('客户[一-龥]{2}', '给客户张三发票')).toEqual(['客户张三']);
    expect(places('😀+x', '😀😀x')).toEqual(['😀😀x']);
    expect(places('[^\\s]\\u{41}\\x42\\t', 'xAB\t')).toEqual(['xAB\t']);
  });

  it('finds something exactly where the platform’s own engine does', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '[ab]',
      '[^a]',
      '.',
      '(?:a|bc)',
      '(?:ab)*',
      '(?:b?c)+',
      '\\b',
      '^',
      'a{2}',
      'b{1,3}',
      'c{2,}',
      '\\w',
      '\\d',
      'a*?',
    );
    const pattern = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => `${pieces.join('')}c`);
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n', '1'), maxLength: 20 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        const machine = compilePattern(source, false) as CompiledPattern;
        const [first] = runPattern(machine, subject);
        const expected = new RegExp(source, 'mu').exec(subject);
        expect(first?.start).toBe(expected?.index);
      }),
      { numRuns: 2_000 },
    );
  });
});
