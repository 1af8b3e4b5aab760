import { type StoragePath, storagePath } from '@mem/core';
import { parseEntryFile } from '@mem/core/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeFile } from '../../src/merge/merge-file.js';

const path = storagePath('entry.md');
const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (merged: { bytes: Uint8Array }) => Buffer.from(merged.bytes).toString('utf8');
const merge = (
  base: string | null,
  ours: string,
  theirs: string,
  style?: 'ours' | 'theirs' | 'marks',
) => mergeFile(path, base === null ? null : bytes(base), bytes(ours), bytes(theirs), style);

describe('headers', () => {
  const nested = (description: string, extra = '', type = 'user') =>
    `---\nname: n\n# a remark\ndescription: ${description}\nmetadata: \n  node_type: memory\n  type: ${type}\n${extra}---\n\nbody\n`;

  test('fields merge one by one, in every shape, and remarks stay', () => {
    expect(
      textOf(merge(nested('a'), nested('b'), nested('a', '  modified: 2026-01-01\n', 'project'))),
    ).toBe(nested('b', '  modified: 2026-01-01\n', 'project'));
  });

  test('of two times the later one stands, whichever side has it', () => {
    const at = (time: string) => `---\nname: n\nmetadata:\n  modified: ${time}\n---\nx\n`;
    const [first, early, late] = [
      '2026-01-01',
      '2026-02-01T23:00:00Z',
      '"2026-02-02T00:30:00+01:00"',
    ].map(at) as [string, string, string];
    expect(textOf(merge(first, early, late))).toBe(late);
    expect(textOf(merge(first, late, early))).toBe(late);
    expect(merge(first, early, late).conflicts).toEqual([]);
  });

  test('a field removed by one side is gone, one removed and changed is a conflict', () => {
    const withTags = '---\nname: n\ntags: [a, b]\ntype: user\n---\n\nx\n';
    const without = '---\nname: n\ntype: user\n---\n\nx\n';
    const changed = '---\nname: n\ntags: [a, c]\ntype: user\n---\n\nx\n';
    const other = '---\nname: n\ntags: [a, b]\ntype: project\n---\n\nx\n';
    expect(textOf(merge(withTags, other, without))).toBe('---\nname: n\ntype: project\n---\n\nx\n');
    const conflict = merge(withTags, changed, without);
    expect(conflict.conflicts).toEqual([{ part: 'field', field: 'tags', ours: '["a","c"]' }]);
    expect(textOf(conflict)).toBe(changed);
    expect(textOf(merge(withTags, changed, without, 'theirs'))).toBe(without);
  });

  test('a header that one side made, or made over, is taken whole', () => {
    expect(textOf(merge('one\ntwo\n', '---\nname: n\n---\n\none\ntwo\n', 'one\n2\n'))).toContain(
      '2',
    );
    const flat = '---\nname: n\ntype: user\n---\nx\ny\n';
    const remade = '---\nname: n\nmetadata:\n  type: user\n---\nx\ny\n';
    expect(textOf(merge(flat, remade, flat.replace('\ny', '\nz')))).toBe(
      remade.replace('\ny', '\nz'),
    );
  });

  test('what cannot be taken apart is a conflict of the header, with a valid result', () => {
    const broken = (type: string) => `---\nname: a\nname: b\ntype: ${type}\n---\nx\n`;
    const merged = merge(broken('user'), broken('project'), broken('feedback'));
    expect(merged.conflicts).toEqual([{ part: 'header' }]);
    expect(textOf(merged)).toBe(broken('project'));
  });

  test('both shapes of one type never stand side by side', () => {
    const base = '---\nname: n\ntype: user\n---\nx\n';
    const merged = merge(
      base,
      '---\nname: n\ntype: project\n---\nx\n',
      '---\nname: n\nmetadata:\n  type: user\n---\nx\n',
    );
    const { problems } = parseEntryFile(path, merged.bytes);
    expect(problems.map(({ kind }) => kind)).not.toContain('type-conflict');
  });
});

describe('bodies', () => {
  test('lines added by both in one place both stay; changed ones are a conflict', () => {
    expect(textOf(merge('a\nz\n', 'a\nb\nz\n', 'a\nc\nz\n'))).toBe('a\nb\nc\nz\n');
    const conflict = merge('a\nb\nz\n', 'a\nB\nz\n', 'a\nbb\nz\n');
    expect(conflict.conflicts).toEqual([{ part: 'body', places: 1 }]);
    expect(textOf(merge('a\nb\nz\n', 'a\nB\nz\n', 'a\nbb\nz\n', 'marks'))).toBe(
      'a\n<<<<<<< ours\nB\n||||||| base\nb\n=======\nbb\n>>>>>>> theirs\nz\n',
    );
  });

  test('line ends and the final one are kept, and may be changed by one side', () => {
    expect(textOf(merge('a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC'))).toBe('A\r\nb\r\nC');
    expect(textOf(merge('a\nb\nc\n', 'A\nb\nc\n', 'a\r\nb\r\nC\r\n'))).toBe('A\nb\nC\n');
    expect(textOf(merge('a\nb\nc', 'A\nb\nc', 'a\nb\nc\n'))).toBe('A\nb\nc\n');
  });

  test('bytes that are no text are a conflict of the whole file', () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const merged = mergeFile(path, latin('\xe9'), latin('\xe8'), latin('\xea'));
    expect(merged).toEqual({ bytes: latin('\xe8'), conflicts: [{ part: 'file' }] });
  });
});

const value = fc.constantFrom('plain', '"quo ted"', 'a: b', 'x # y', '[1, 2]', '', "'it''s'");
const field = (key: string) => value.map((text) => `${key}: ${text}\n`);
const header = fc
  .tuple(
    field('name'),
    fc.option(field('description'), { nil: '' }),
    fc.option(field('type'), { nil: '' }),
    fc.option(field('modified'), { nil: '' }),
    fc.constantFrom('', 'metadata:\n  type: user\n  k: v\n', '# remark\n', 'tags:\n  - a\n  - b\n'),
  )
  .map((fields) => fields.join(''));
const body = fc.array(fc.constantFrom('a', 'b', '', '---', '# h', '```'), { maxLength: 8 });
const file = fc
  .tuple(fc.option(header), body, fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.boolean())
  .map(([head, lines, eol, ends, bom]) => {
    const text = (head === null ? '' : `---\n${head}---\n`) + lines.join('\n') + (ends ? '\n' : '');
    return (bom ? '\ufeff' : '') + text.replaceAll('\n', eol);
  });

test('what only one side did is taken byte for byte', () => {
  fc.assert(
    fc.property(file, file, (base, changed) => {
      expect(textOf(merge(base, changed, base))).toBe(changed);
      expect(textOf(merge(base, base, changed))).toBe(changed);
      expect(textOf(merge(base, changed, changed))).toBe(changed);
    }),
  );
});

test('without a conflict, sides may change places; and every line comes from somebody', () => {
  fc.assert(
    fc.property(file, file, file, (base, ours, theirs) => {
      const merged = merge(base, ours, theirs);
      const known = new Set(`${ours}\n${theirs}`.replace(/\ufeff/g, '').split(/\r\n|\r|\n/));
      for (const line of textOf(merged)
        .replace(/^\ufeff/, '')
        .split(/\r\n|\r|\n/)) {
        expect(known).toContain(line);
      }
      const turned = merge(base, theirs, ours);
      expect(turned.conflicts.length === 0).toBe(merged.conflicts.length === 0);
    }),
    { numRuns: 300 },
  );
});

test('each value of a merged header is that of the side that changed it, or is in a conflict', () => {
  const simple = fc.record(
    {
      name: fc.constantFrom('n', 'm'),
      description: fc.constantFrom('a', 'b: c', 'd # e', ''),
      type: fc.constantFrom('user', 'project'),
      extra: fc.constantFrom('1', '2'),
    },
    { requiredKeys: ['name'] },
  );
  const render = (fields: Record<string, string>) =>
    `---\n${Object.entries(fields)
      .map(([key, text]) => `${key}: ${JSON.stringify(text)}\n`)
      .join('')}---\nbody\n`;
  const read = (text: Uint8Array, at: StoragePath): Record<string, unknown> => {
    const { nameInHeader, description, type, metadata } = parseEntryFile(at, text);
    return { name: nameInHeader, description, type, ...metadata };
  };
  fc.assert(
    fc.property(simple, simple, simple, (base, ours, theirs) => {
      const merged = merge(render(base), render(ours), render(theirs));
      const [is, b, o, t] = [
        merged.bytes,
        ...[base, ours, theirs].map((f) => bytes(render(f))),
      ].map((text) => read(text, path));
      for (const key of ['name', 'description', 'type', 'extra']) {
        // An empty value and none are two texts of one value: that may be a conflict too.
        const inConflict = merged.conflicts.some(
          (conflict) =>
            conflict.part === 'header' || (conflict.part === 'field' && conflict.field === key),
        );
        if (inConflict) expect(is?.[key]).toBe(o?.[key]);
        else if (o?.[key] === t?.[key] || t?.[key] === b?.[key]) expect(is?.[key]).toBe(o?.[key]);
        else if (o?.[key] === b?.[key]) expect(is?.[key]).toBe(t?.[key]);
        else expect.unreachable(`nobody decided about ${key}`);
      }
    }),
    { numRuns: 500 },
  );
});

test('a megabyte of hostile text is merged in a moment', () => {
  const started = performance.now();
  for (const line of ['<<<<<<< x\n', '---\n', 'a: b\n', '`\n', '- [x](y.md)\n']) {
    const text = line.repeat(Math.floor(300_000 / line.length));
    merge(text, `start\n${text}`, `${text}end\n`);
    merge(`---\n${text}---\n`, `---\nname: a\n${text}---\n`, `---\n${text}name: b\n---\n`);
  }
  expect(performance.now() - started).toBeLessThan(15_000);
});
