import fc from 'fast-check';
import matter from 'gray-matter';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import type { StoragePath } from '../storage.js';
import { parseEntryFile } from './parse-entry-file.js';
import { parsePlainEntryFile } from './parse-plain-entry-file.js';
import { type NewEntryFile, renderEntryFile } from './render-entry-file.js';

const path = 'new.md' as StoragePath;
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const base: NewEntryFile = { name: 'new', description: 'd', type: 'project', body: 'Text.' };

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ...[': ', ' #', '"', "'", '\n', '\r\n', '\t', '---', '...', '- ', '? ', '[', ']', '{', '}'],
        ...['&a', '*a', '!!js/function', '%', '@', '`', '|', '>', ',', 'yes', 'null', '1.10', '~'],
        ...[
          '2026-05-02',
          '12:30',
          '0x1f',
          '\u0000',
          '\u001b',
          '\u0085',
          '\u2028',
          '\ufeff',
          '\u00a0',
        ],
        ...['记忆', '🙂', 'a', ' ', '  ', '\\', '\\n', '=', '<<', '__proto__', ':', '#'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
/** What an entry can have: text that is not blank through and through. */
const filled = hostile.filter((value) => value.trim() !== '');
const fields = fc.record({ name: filled, description: filled, type: filled, body: hostile });

describe('renderEntryFile', () => {
  it('writes the flat shape', () => {
    const bytes = renderEntryFile({ ...base, description: 'a: b', body: 'One.\n\nTwo.\n' }, 'flat');
    expect(text(bytes)).toBe(
      '---\nname: new\ndescription: "a: b"\ntype: project\n---\n\nOne.\n\nTwo.\n',
    );
  });

  it('writes the nested shape, with nothing invented', () => {
    expect(text(renderEntryFile(base, 'nested', '\r\n'))).toBe(
      '---\r\nname: new\r\ndescription: d\r\nmetadata:\r\n  type: project\r\n---\r\n\r\nText.\r\n',
    );
  });

  it.each(['flat', 'nested'] as const)('reads back equal by every reader (%s)', (shape) => {
    fc.assert(
      fc.property(fields, fc.constantFrom('\n', '\r\n'), (given, eol) => {
        const bytes = renderEntryFile(given, shape, eol);
        const parsed = parseEntryFile(path, bytes);
        expect(parsed).toMatchObject({ name: given.name, shape, eol });
        expect(parsed.description).toBe(given.description);
        expect(parsed.type).toBe(given.type.trim());
        expect(parsed.problems.filter(({ kind }) => !/type|conflict|double/.test(kind))).toEqual(
          [],
        );
        const plain = parsePlainEntryFile(path, bytes);
        if (plain !== undefined) expect(plain).toEqual(parsed);
        const { name, description, type } = given;
        const wanted = {
          name,
          description,
          ...(shape === 'flat' ? { type } : { metadata: { type } }),
        };
        expect(strictYaml(text(bytes))).toEqual(wanted);
        expect(matter(text(bytes), {}).data).toEqual(wanted);
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps the body', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('\n', '\r\n'), (body, eol) => {
        const read = parseEntryFile(path, renderEntryFile({ ...base, body }, 'flat', eol)).body;
        const inFile = body.replaceAll('\r\n', '\n').replaceAll('\n', eol);
        const end = inFile.endsWith(eol) ? '' : eol;
        expect(read).toBe(body === '' ? '' : eol + inFile + end);
      }),
      { examples: [['\r', '\n']] },
    );
  });

  it('quotes what any reader could take for something else', () => {
    for (const value of ['yes', 'No', 'null', '1.10', '2026-05-02', '12:30', '~', '- a', 'a #b']) {
      const header = text(renderEntryFile({ ...base, description: value }, 'flat'));
      expect(header).toContain(`description: ${JSON.stringify(value)}\n`);
    }
    for (const value of ['Plain words, and C# or a:b', '记忆 - 周报', '60 characters or fewer']) {
      const header = text(renderEntryFile({ ...base, description: value }, 'flat'));
      expect(header).toContain(`description: ${value}\n`);
    }
  });

  it('leaves no sign in a header that ends a line for YAML 1.1, or that cannot be seen', () => {
    const description = 'a\u2028b\u0085c\u0000d\u007fe\ufefff';
    const header = text(renderEntryFile({ ...base, description }, 'flat'));
    expect(header).toContain('description: "a\\u2028b\\u0085c\\u0000d\\u007fe\\ufefff"\n');
  });

  it('keeps further keys: what was read is written as it was', () => {
    const metadata = {
      originSessionId: 'abc',
      version: '1.10',
      empty: null,
      'a: b': ['x', 'y: z', null, ['1']],
      map: { one: '1', 'two words': '2' },
    };
    for (const shape of ['flat', 'nested'] as const) {
      const bytes = renderEntryFile({ ...base, metadata }, shape);
      expect(parseEntryFile(path, bytes).metadata).toEqual(metadata);
    }
  });

  it('keeps __proto__ a plain key', () => {
    const metadata = JSON.parse('{"__proto__": "x"}') as Record<string, unknown>;
    const parsed = parseEntryFile(path, renderEntryFile({ ...base, metadata }, 'flat'));
    expect(Object.keys(parsed.metadata)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(parsed.metadata)).toBeNull();
  });

  it('refuses what cannot be stored', () => {
    const half = 'a\ud800b';
    for (const field of ['name', 'description', 'type', 'body']) {
      expect(() => renderEntryFile({ ...base, [field]: half }, 'flat')).toThrow(/lone surrogate/);
    }
    const metadata = { type: 'x' };
    expect(() => renderEntryFile({ ...base, metadata }, 'flat')).toThrow(/field of its own/);
  });
});

function strictYaml(file: string): unknown {
  const header = file.split(/^---\r?$/m)[1] ?? '';
  const document = parseDocument(header, { version: '1.2', strict: true });
  expect(document.errors).toEqual([]);
  return document.toJS();
}
