import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoragePath } from '../storage.js';
import { editEntryFile } from './edit-entry-file.js';
import { parseEntryFile } from './parse-entry-file.js';
import { parsePlainEntryFile } from './parse-plain-entry-file.js';

const path = 'lead.md' as StoragePath;
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const file = '---\nname: lead in\ndescription: d\ntype: user\n---\nbody\n';
const blanks = fc
  .array(fc.constantFrom(' ', '\t', '\n', '\r\n'), { minLength: 1, maxLength: 8 })
  .map((signs) => signs.join(''));

describe('a header below blank lines', () => {
  it('is read as a person reads it, and reported', () => {
    expect(parseEntryFile(path, encode(`\n \n${file}`))).toMatchObject({
      name: 'lead in',
      description: 'd',
      type: 'user',
      body: 'body\n',
      problems: [{ kind: 'frontmatter-invalid', path, line: 3 }],
    });
  });

  it('tells the lines of its other faults as the file counts them', () => {
    const faulty = '\n\n---\nname: a\nname: b\ndescription: a: b\ntype: user\n---\n';
    const { problems } = parseEntryFile(path, encode(faulty));
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['frontmatter-invalid', 3],
      ['frontmatter-invalid', 6],
      ['frontmatter-duplicate-key', 5],
    ]);
  });

  it('is edited where it stands, everything before it kept', () => {
    fc.assert(
      fc.property(blanks, fc.constantFrom('', '\ufeff'), (above, mark) => {
        const bytes = encode(mark + above + file);
        const edited = editEntryFile(path, bytes, { description: 'new', body: 'text' });
        expect(decode(edited)).toBe(
          mark + above + file.replace('description: d', 'description: new').replace('body', 'text'),
        );
        const full = parseEntryFile(path, bytes);
        expect([undefined, full]).toContainEqual(parsePlainEntryFile(path, bytes));
      }),
    );
  });

  it.each([
    '\n---\nquoted text\n---\nmore\n',
    '\n---\n# Heading\n---\n',
    '\n---\nNote: a table of keys\n---\n',
    '\n---\n\n---\n',
  ])('is not made of %j', (text) => {
    const { name, body, problems } = parseEntryFile(path, encode(text));
    expect({ name, body }).toEqual({ name: 'lead', body: text });
    expect(problems).toMatchObject([{ kind: 'frontmatter-missing' }]);
  });
});

describe('an edit of a file without a header', () => {
  it.each([
    '\u200b---\nname: x\n---\nbody\n',
    '\u00a0\n---\nname: x\n---\nbody\n',
    '----\nname: x\n----\nbody\n',
    '\n---yaml\nname: x\n---\nbody\n',
    '\f\n---\n  name: x\n---\nbody\n',
  ])('never puts a second header above %j', (text) => {
    const bytes = encode(text);
    expect(() => editEntryFile(path, bytes, { description: 'new' })).toThrow(/looks like a header/);
  });

  it.each(['# Title\n\n---\nname: x\n---\n', '---\n\nname: x\n', '\n\ntext\n'])(
    'puts one above %j',
    (text) => {
      const edited = decode(editEntryFile(path, encode(text), { description: 'new' }));
      expect(edited).toMatch(/^---\ndescription: new\n---\n/);
      expect(edited.endsWith(text)).toBe(true);
    },
  );
});
