import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMemoryError } from '../errors.js';
import type { StoragePath } from '../storage.js';
import { type EntryFileChanges, editEntryFile } from './edit-entry-file.js';
import { parseEntryFile } from './parse-entry-file.js';
import { parsePlainEntryFile } from './parse-plain-entry-file.js';

const runs = 3000;
const path = 'some_entry.md' as StoragePath;
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const word = fc.constantFrom(
  ...['the', 'cold', 'copy', 'box', '记忆', '周报', 'écrit', 'C#', 'x=1', 'a:b', '(no', "it's"],
  ...['"q"', 'né', '12', '2026-05-02', '1.10', 'yes', 'null', 'http://a.b/c?d', '🙂', '—', '~'],
);
const plainText = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

/** A value as it may stand after the colon, in every style that a person or program writes. */
const spelledValue = fc.oneof(
  { weight: 6, arbitrary: plainText.filter((text) => !/^["~']/.test(text)) },
  plainText.map((text) => JSON.stringify(text)),
  plainText.map((text) => `'${text.replaceAll("'", "''")}'`),
  fc.constantFrom('', '~', '""', "''", '007', '0x1F', '12e4567', '2026-05-02T09:30:00+08:00'),
  fc.constantFrom('"a \\"b\\" \\\\ c"', '"a\\tb"', '[a, "b: c", d]', '{a: 1, b: [2]}'),
);
/** The same, and what is hardly YAML, or none at all. */
const oddValue = fc.oneof(
  { weight: 3, arbitrary: spelledValue },
  fc.constantFrom('a: b', 'see #12', '#977 closed', '"q" then more', '[draft] x', '{t} x', '@x'),
  fc.constantFrom('%T% x', '!important x', '& x', '&a x', '*b* c', '*b', '`c` d', '- e', '? f'),
  fc.constantFrom('x:', '"open', "'open", '|', '>', '> 80%', '!!js/function "x"', '\tx', 'x\ty'),
  fc.constantFrom('"C:\\Users\\x"', 'a\u2028b', 'a\u00a0', '\ufeffx', 'x ', '---', '...', '<<: *a'),
);

const comment = fc.constantFrom('# a comment', '#', '# type: project');
const spacing = fc.constantFrom(' ', ' ', ' ', '  ', '   ');

/** One or more lines of a header that belong together, and the key whose change may touch them. */
interface Block {
  readonly key?: string;
  readonly text: string;
}

interface Dialect {
  readonly value: fc.Arbitrary<string>;
  readonly keys: readonly string[];
  readonly longText: readonly string[];
  readonly remarks: readonly string[];
}

const plainDialect: Dialect = {
  value: spelledValue,
  keys: ['tags', 'owner', 'originSessionId', '__proto__', 'constructor'],
  longText: ['A text: no', 'Just words'],
  remarks: [],
};

const richDialect: Dialect = {
  value: fc.oneof(
    { weight: 9, arbitrary: spelledValue },
    fc.constantFrom('"quoted"  # remark', "'it''s' # remark"),
  ),
  keys: ['tags', 'owner', 'originSessionId', '__proto__', '标签', '"a: b"', 'due date'],
  longText: [
    '>\n  folded\n  text',
    '|\n  a: b # c\n\n  d',
    'plain\n  goes on',
    '"q\n  r"',
    '>-\n  x',
  ],
  remarks: ['  # remark', ' # was: user'],
};

/** Headers of fields in any order: flat, nested or both. */
function headerIn({ value, keys, longText, remarks }: Dialect): fc.Arbitrary<readonly Block[]> {
  const remark = fc.constantFrom('', ...remarks);
  const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 4 });
  const typeText = (...types: string[]) =>
    fc.tuple(fc.constantFrom(...types), remark).map((p) => p.join(''));
  return fc
    .record({
      name: optional(value),
      description: optional(
        fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom(...longText)),
      ),
      type: fc.option(typeText('user', '"project"', 'Feedback', 'reference', ''), { freq: 1 }),
      nestedType: fc.option(typeText('user', "'project'", 'runbook'), { freq: 1 }),
      modified: fc.option(fc.constantFrom('2026-07-01T08:15:30.120Z', '"2026-07-01"')),
      isModifiedNested: fc.boolean(),
      extras: fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), value), {
        selector: ([key]) => key,
        maxLength: 3,
      }),
      list:
        remarks.length === 0
          ? fc.constant(null)
          : fc.option(
              fc.constantFrom(
                'list:\n  - one\n  -   "two: x"',
                'list:\n- a\n- b',
                'list: |\n  kept\n    more',
              ),
            ),
      nodeType: fc.boolean(),
      nestedBlank: fc.constantFrom('', ' '),
      comments: fc.array(comment, { maxLength: remarks.length === 0 ? 0 : 2 }),
      space: spacing,
      order: fc.array(fc.nat(100), { minLength: 14, maxLength: 14 }),
    })
    .map((parts) => {
      const field = (key: string, text: string | null, indent = ''): Block[] =>
        text === null ? [] : [{ key, text: `${indent}${key}:${parts.space}${text}` }];
      const nested = [
        ...(parts.nodeType ? [{ text: '  node_type: memory' }] : []),
        ...field('type', parts.nestedType, '  '),
        ...(parts.isModifiedNested ? field('modified', parts.modified, '  ') : []),
      ];
      const groups: Block[][] = [
        field('name', parts.name),
        field('description', parts.description),
        field('type', parts.type),
        parts.isModifiedNested ? [] : field('modified', parts.modified),
        nested.length > 0 ? [{ text: `metadata:${parts.nestedBlank}` }, ...nested] : [],
        ...parts.extras.map(([key, text]) => [{ text: `${key}:${parts.space}${text}` }]),
        parts.list === null ? [] : [{ text: parts.list }],
        ...parts.comments.map((text) => [{ text }]),
      ];
      const blocks = shuffle(groups, parts.order).flat();
      // Nothing but comments is no header.
      return blocks.every(({ text }) => /^ *#/.test(text)) ? [] : blocks;
    });
}

function shuffle<Item>(items: readonly Item[], order: readonly number[]): Item[] {
  return items
    .map((item, index) => ({ item, rank: order[index] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

const plainHeader = headerIn(plainDialect);
const richHeader = headerIn(richDialect);

/** Lines of any kind in any order. */
const oddHeader: fc.Arbitrary<readonly Block[]> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.tuple(key(), spacing, oddValue).map((parts) => parts.join('')) },
      { weight: 2, arbitrary: fc.tuple(key(), oddValue).map(([k, value]) => `  ${k} ${value}`) },
      fc.constantFrom('metadata:', 'metadata: ', '', 'prose', '  deeper', '- item', '\ttab: x'),
      comment,
      fc.constantFrom(
        '  # indented: comment',
        '<<<<<<< HEAD',
        '=======',
        '>>>>>>> main',
        '...',
        'name:x',
        '"name": y',
      ),
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.map((text) => ({ text })));

function key(): fc.Arbitrary<string> {
  return fc
    .constantFrom('name', 'description', 'type', 'owner', 'a b', 'ключ', 'modified', 'node_type')
    .map((name) => `${name}:`);
}

const body = fc.constantFrom(
  ...['', '\n', '\nText.\n', 'Text.\n', '\nText', '\n\n  code\n\nmore\n\n', '\n---\n\nrule\n'],
  ...[
    '\n---\nname: second\n---\n',
    '---\n',
    '今天\n',
    '\n```\n<<<<<<< a\n=======\n>>>>>>> b\n```\n',
  ],
);

interface Sample {
  readonly bytes: Uint8Array;
  readonly blocks: readonly Block[];
  readonly eol: string;
}

function sampleOf(header: fc.Arbitrary<readonly Block[]>): fc.Arbitrary<Sample> {
  return fc
    .record({
      blocks: header,
      body,
      eol: fc.constantFrom('\n', '\n', '\r\n', '\r'),
      bom: fc.boolean(),
      fence: fc.constantFrom('---', '---', '---', '--- '),
    })
    .map(({ blocks, body: text, eol, bom, fence }) => {
      const all = ['---', ...blocks.map((block) => block.text), fence, text].join('\n');
      const bytes = encode((bom ? '\ufeff' : '') + all.replaceAll('\n', eol));
      return { bytes, blocks, eol };
    });
}

const changes: fc.Arbitrary<EntryFileChanges> = fc.record(
  {
    name: fc.oneof(plainText, fc.constantFrom('a: b', '#x', 'x #y', '[z]', 'yes', '1.10', '"q" r')),
    description: fc.oneof(
      plainText,
      fc.constantFrom(
        'two\nlines',
        'tab\there',
        '@x',
        "it's: so",
        'nul\u0000',
        'a\u2028b',
        '- a',
        '',
      ),
    ),
    type: fc.constantFrom('user', 'feedback', 'project', 'reference'),
    body: fc.constantFrom('New.', 'New.\n\n- two\n', '\nNew.\n\n', '---\nnot a header\n', ''),
    modified: fc.constant('2027-01-02T03:04:05.678Z'),
  },
  { requiredKeys: [] },
);

describe('the fast reader', () => {
  it.each([
    ['plain', plainHeader, 0.15],
    ['rich', richHeader, 0],
    ['odd', oddHeader, 0],
  ] as const)('agrees with the full one on %s headers', (_, header, share) => {
    let answered = 0;
    fc.assert(
      fc.property(sampleOf(header), ({ bytes }) => {
        const plain = parsePlainEntryFile(path, bytes);
        if (plain === undefined) return;
        answered++;
        expect(plain).toEqual(parseEntryFile(path, bytes));
      }),
      { numRuns: runs },
    );
    expect(answered).toBeGreaterThanOrEqual(runs * share);
  });
});

describe('editing', () => {
  it.each([
    ['plain', plainHeader, 0.99],
    ['rich', richHeader, 0.99],
  ] as const)('keeps all else of %s headers', (_, header, share) => {
    let edited = 0;
    fc.assert(
      fc.property(sampleOf(header), changes, (sample, asked) => {
        const result = editOrRefuse(sample.bytes, asked);
        if (result === undefined) return;
        edited++;
        expectReadsBack(sample.bytes, result, asked);
        expectKept(sample, result, asked);
      }),
      { numRuns: runs },
    );
    expect(edited).toBeGreaterThan(runs * share);
  });

  it('changes only what was asked of any header, or refuses', () => {
    let edited = 0;
    fc.assert(
      fc.property(sampleOf(oddHeader), changes, ({ bytes }, asked) => {
        const result = editOrRefuse(bytes, asked);
        if (result === undefined) return;
        edited++;
        expectReadsBack(bytes, result, asked);
      }),
      { numRuns: runs },
    );
    expect(edited).toBeGreaterThan(runs / 2);
  });

  it('returns the same bytes when all is so already', () => {
    fc.assert(
      fc.property(sampleOf(fc.oneof(richHeader, oddHeader)), ({ bytes }) => {
        const { name, description, body: text } = parseEntryFile(path, bytes);
        const same = { name, body: text, ...(description === undefined ? {} : { description }) };
        expect(editEntryFile(path, bytes, same)).toBe(bytes);
        expect(editEntryFile(path, bytes, { ...same, modified: '2027-01-02' })).toBe(bytes);
      }),
      { numRuns: runs },
    );
  });
});

function editOrRefuse(bytes: Uint8Array, asked: EntryFileChanges): Uint8Array | undefined {
  try {
    return editEntryFile(path, bytes, asked);
  } catch (error) {
    if (isMemoryError(error) && error.code === 'REFUSED') return undefined;
    throw error;
  }
}

function expectReadsBack(before: Uint8Array, after: Uint8Array, asked: EntryFileChanges): void {
  const [old, now] = [parseEntryFile(path, before), parseEntryFile(path, after)];
  expect(now.name).toBe(asked.name ?? old.name);
  expect(now.description ?? '').toBe(asked.description ?? old.description ?? '');
  expect(now.type ?? '').toBe(asked.type ?? old.type ?? '');
  expect({ ...now.metadata, modified: 0 }).toEqual({ ...old.metadata, modified: 0 });
  // An emptied note has no line end left.
  if (after.length > 3) expect(now.bom).toBe(old.bom);
  // A text of one line without an end has no line ends that could be the old ones.
  if (/[\r\n]/.test(new TextDecoder().decode(after))) expect(now.eol).toBe(old.eol);
  if (asked.body === undefined && old.shape !== 'none') expect(now.body).toBe(old.body);
}

/**
 * Judged on the text, without any of the code that edits: the blocks that no asked key owns are
 * there, in order and byte for byte, and between them stand only lines of asked keys.
 */
function expectKept(
  { bytes, blocks, eol }: Sample,
  after: Uint8Array,
  asked: EntryFileChanges,
): void {
  if (blocks.length === 0) return;
  const text = decode(after).replace(/^\ufeff/, '');
  const kept = blocks.filter(({ key }) => key === undefined || !(key in asked));
  const pieces = ['---', ...kept.map((block) => block.text), '---'];
  let position = 0;
  for (const [index, piece] of pieces.entries()) {
    const wanted = piece.replaceAll('\n', eol) + (index === pieces.length - 1 ? '' : eol);
    const found =
      position === 0 ? 0 : text.indexOf(eol + wanted, position - eol.length) + eol.length;
    expect(text.startsWith(wanted, found)).toBe(true);
    expect(found).toBeGreaterThanOrEqual(position);
    for (const line of text.slice(position, found).split(eol).slice(0, -1)) {
      expect(line).toMatch(/^ *(?:name|description|type|modified): */);
      expect(asked).toHaveProperty(line.trim().split(':')[0]!);
    }
    position = found + wanted.length;
  }
  if (asked.body === undefined) {
    const old = decode(bytes);
    const rest = text.slice(position);
    expect(old.endsWith(rest)).toBe(true);
    expect(old.at(-rest.length - 1)).toBe('-');
  }
}
