import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMemoryError, type MemoryError } from './errors.js';
import { foldName } from './fold.js';
import { checkName, fileNameFor } from './name.js';
import { storagePath } from './storage-path.js';

describe('checkName', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'only blanks'],
    ['\u200b\u3000', 'only blanks'],
    ['.', 'folder'],
    ['..', 'folder'],
    ['nul\0byte', 'U+0000'],
    ['line\nbreak: injected', 'U+000A'],
    ['line\u2028break', 'U+2028'],
    ['turned \u202egpj.md', 'U+202E'],
    ['lone \ud800 half', 'well-formed'],
    ['長'.repeat(301), '300'],
  ])('refuses %j in one clear line', (name, reason) => {
    let message = '';
    try {
      checkName(name);
    } catch (error) {
      expect(isMemoryError(error) && (error as MemoryError).code).toBe('INVALID_ENTRY');
      message = (error as Error).message;
    }
    expect(message).toContain(reason);
    expect(message).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
    expect(message.length).toBeLessThan(200);
  });

  test.each([
    '../../x',
    'font-mono / code style',
    'report:parser-gap',
    '[x](y.md) — z',
    '🚀 release day 🎉',
    'ends with dot.',
    ' blanks around ',
    'مرحبا\u200f',
    '𠮷'.repeat(300),
    'MEMORY',
    '...',
  ])('takes %s as it is', (name) => {
    expect(() => checkName(name)).not.toThrow();
  });
});

describe('fileNameFor', () => {
  test.each([
    ['font-mono / code style', 'font-mono_code_style.md'],
    ['report:parser-gap', 'report_parser-gap.md'],
    ['../../outside', 'outside.md'],
    ['foo/bar', 'foo_bar.md'],
    ['.hidden', 'hidden.md'],
    ['ends with dot.', 'ends_with_dot.md'],
    ['🚀 release day 🎉', 'release_day.md'],
    ['部署窗口', '部署窗口.md'],
    ['部署流程', '部署流程.md'],
    ['ПРИВЕТ, мир', 'привет_мир.md'],
    ['caf\u0065\u0301', 'cafe\u0301.md'.normalize('NFC')],
    ['हिन्दी', 'हिन्दी.md'],
    ['می\u200cخواهم', 'میخواهم.md'],
  ])('%s is kept in %s', (name, file) => {
    expect(fileNameFor(name, [])).toBe(file);
  });

  test('says with a hash what a stem alone cannot say', () => {
    expect(fileNameFor('con', [])).toBe('con-1143da2bc5.md');
    expect(fileNameFor('LPT1', [])).toMatch(/^lpt1-[0-9a-f]{10}\.md$/);
    expect(fileNameFor('MEMORY', [])).toBe('memory-a266fe9c4d.md');
    expect(fileNameFor('🎉', [])).toMatch(/^entry-[0-9a-f]{10}\.md$/);
    expect(fileNameFor('❤\ufe0f', [])).toMatch(/^entry-[0-9a-f]{10}\.md$/);
    expect(fileNameFor('\u3164', [])).toMatch(/^entry-[0-9a-f]{10}\.md$/);
    expect(fileNameFor('ci rules', ['CI-Rules.md'])).toMatch(/^ci_rules-[0-9a-f]{10}\.md$/);
    expect(fileNameFor('長'.repeat(120), [])).toMatch(/^長{36}-[0-9a-f]{10}\.md$/);
  });

  test('cuts no mark off its letter', () => {
    const stem = fileNameFor('a'.repeat(107) + 'e\u0331\u0331\u0331'.repeat(9), []);
    expect(stem).toMatch(/^a{107}-[0-9a-f]{10}\.md$/);
  });

  test('takes a name for used exactly when some file folds to the same', () => {
    const texts = fc.string({
      unit: fc.constantFrom(...'aAkKbz9-_ ßſéİ\u212a\u0301'),
      maxLength: 5,
    });
    const used = fc.array(
      texts.map((text) => `${text}.md`),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(texts, used, (name, files) => {
        const [free] = fileNameFor(name, []).split('.md');
        const isUsed = files.some((file) => foldName(file.slice(0, -3)) === foldName(free ?? ''));
        expect(fileNameFor(name, files) !== `${free}.md`).toBe(isUsed);
      }),
    );
  });

  test('finds another name when the hashed one is taken too', () => {
    const first = fileNameFor('con', []);
    const second = fileNameFor('con', [first]);
    expect(second).toMatch(/^con-[0-9a-f]{10}\.md$/);
    expect(second).not.toBe(first);
  });
});

const awkward = fc.constantFrom(
  ...[
    '..',
    '.',
    '/',
    '\\',
    '\0',
    '\n',
    ':',
    '~',
    '%2e%2e',
    'C:',
    '-',
    '_',
    ' ',
    '\u200d',
    '\u0301',
  ],
  ...[
    'CON',
    'nul',
    'com1',
    'LPT9',
    'conin$',
    'MEMORY',
    'memory',
    '.md',
    'İ',
    'ß',
    'ſ',
    'K',
    'ΟΔΟΣ',
  ],
  ...[
    'é',
    'e\u0301',
    '한',
    '한'.normalize('NFD'),
    '長',
    '🎉',
    '👩‍👩‍👧',
    '\ud800',
    '\u202e',
    'ａ',
    'A',
    'a',
  ],
);

const anyName = fc.oneof(
  fc.array(awkward, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .tuple(awkward, fc.integer({ min: 1, max: 300 }))
    .map(([part, n]) => part.repeat(n).slice(0, 300)),
);

test('20,000 names: one file each, directly inside, that every file system can have', () => {
  // 200 directories of 100 names, each name used once in a directory.
  fc.assert(
    fc.property(fc.uniqueArray(anyName, { minLength: 100, maxLength: 100 }), (names) => {
      const files: string[] = [];
      for (const name of names) files.push(fileNameFor(name, files));
      expect(files.flatMap(faultsOf)).toEqual([]);
      expect(new Set(files.map(foldName)).size).toBe(files.length);
      expect(new Set(files.map(foldedByDisk)).size).toBe(files.length);
    }),
    { numRuns: 200, endOnFailure: true },
  );
});

/** As the strictest file systems compare names. */
function foldedByDisk(file: string): string {
  return file.normalize('NFD').toUpperCase();
}

function faultsOf(file: string): string[] {
  const isPlain = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*\.md$/u.test(file);
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d|memory)\.md$/i.test(file);
  const isShort = Buffer.byteLength(file) <= 123;
  const isNormal = file === file.normalize('NFC') && file === file.normalize('NFC').toLowerCase();
  return isPlain && !isReserved && isShort && isNormal && storagePath(file) ? [] : [file];
}
