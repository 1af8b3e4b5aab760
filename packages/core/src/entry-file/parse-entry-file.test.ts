import { describe, expect, it } from 'vitest';
import type { StoragePath } from '../storage.js';
import { parseEntryFile } from './parse-entry-file.js';

const encode = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseEntryFile('folder/stem.md' as StoragePath, encode(text));
const withField = (line: string) => parse(`---\nname: x\ntype: user\n${line}\n---\nbody\n`);
const kinds = (text: string) => parse(text).problems.map(({ kind }) => kind);

describe('descriptions read as a person reads them', () => {
  it.each([
    ['a: b: c', 'a: b: c'],
    ['see #12', 'see #12'],
    ['#12', '#12'],
    ['one #1\n  two', 'one #1 two'],
    ['one\n  two #2', 'one two #2'],
    ['"quoted" then more', '"quoted" then more'],
    ['"abc "def" ghi"', '"abc "def" ghi"'],
    ['"C:\\Users\\x"', 'C:\\Users\\x'],
    ['[draft] x', '[draft] x'],
    ['[WIP]', '[WIP]'],
    ['{tenant} x', '{tenant} x'],
    ['*todo*', '*todo*'],
    ['&x', '&x'],
    ['!important x', '!important x'],
    ['- dash', '- dash'],
    ['> 80%', '> 80%'],
    ['"never closed', '"never closed'],
    ['Tested-by: lines', 'Tested-by: lines'],
    ['ends with a colon:', 'ends with a colon:'],
    ['wrapped: here\nat the start of a line', 'wrapped: here at the start of a line'],
  ])('%j', (spelled, read) => {
    expect(withField(`description: ${spelled}`).description).toBe(read);
    expect(withField(`description: ${spelled}`).type).toBe('user');
  });

  it.each([
    ['"quoted" # a comment', 'quoted'],
    ["'it''s'", "it's"],
    ['# a comment\n  text', 'text'],
    ['>\n  folded\n  text\n', 'folded text'],
    ['|\n  a: b # c\n  d', 'a: b # c\nd'],
    ['plain\n  goes on', 'plain goes on'],
    ['"line\\nend\\n"', 'line\nend\n'],
    ['\n  - one\n  - two', 'one, two'],
    ['007', '007'],
    ['12e4567', '12e4567'],
    ['2026-05-02', '2026-05-02'],
    ['yes', 'yes'],
    ['~', undefined],
    ['""', undefined],
  ])('%j, which is YAML', (spelled, read) => {
    const parsed = withField(`description: ${spelled}`);
    expect(parsed.description).toBe(read);
    expect(parsed.problems.map(({ kind }) => kind)).not.toContain('frontmatter-invalid');
  });
});

describe('other keys', () => {
  it('are kept as spelled, those of metadata among them, the upper ones first', () => {
    const { metadata, modified, shape } = withField(
      [
        'description: d',
        'version: 1.10',
        'ticket: 007',
        'when: 12:30',
        'empty:',
        'tags: [a, "b: c", [d]]',
        'both: top',
        'metadata: ',
        '  both: below',
        '  node_type: memory',
        '  modified: 2026-07-01T08:15:30.120Z',
        '  map: {a: 1}',
      ].join('\n'),
    );
    expect(metadata).toEqual({
      version: '1.10',
      ticket: '007',
      when: '12:30',
      empty: null,
      tags: ['a', 'b: c', ['d']],
      both: 'top',
      node_type: 'memory',
      modified: '2026-07-01T08:15:30.120Z',
      map: { a: '1' },
    });
    expect(modified).toBe('2026-07-01T08:15:30.120Z');
    expect(shape).toBe('flat');
  });

  it('are read in a metadata block of which one line is no YAML, tabs and all', () => {
    const { metadata, shape, type } = parse(
      '---\nname: x\nmetadata:\n\tnode_type: memory\n\tnote: a: b\n\ttype: user\n---\n',
    );
    expect(metadata).toEqual({ node_type: 'memory', note: 'a: b' });
    expect([shape, type]).toEqual(['nested', 'user']);
  });
});

describe('what is a header', () => {
  it.each([
    ['---\n\n---\nbody', 'flat', 'body'],
    ['---\nname: x\n---\n---\nrest', 'flat', '---\nrest'],
    ['--- \t\nname: x\n---  \nbody', 'flat', 'body'],
    ['---\rname: x\r---\rbody', 'flat', 'body'],
    ['---\nname: x\n---body\n---\nrest', 'flat', 'rest'],
    ['---\nMeeting\n---\nrest', 'none', '---\nMeeting\n---\nrest'],
    ['---\n# Title\n---\nrest', 'none', '---\n# Title\n---\nrest'],
    ['---\nNote: this\nand that\n---\nrest', 'none', '---\nNote: this\nand that\n---\nrest'],
    ['----\nname: x\n---\n', 'none', '----\nname: x\n---\n'],
    ['--- not a rule\n---\n', 'none', '--- not a rule\n---\n'],
    ['\n---\nname: x\n---\n', 'flat', ''],
  ])('%j', (text, shape, body) => {
    expect(parse(text)).toMatchObject({ shape, body });
    expect(parse(`\ufeff${text}`)).toMatchObject({ shape, body, bom: true });
  });

  it('names an entry without one by its stem', () => {
    expect(parse('text')).toEqual({
      name: 'stem',
      body: 'text',
      metadata: {},
      shape: 'none',
      eol: '\n',
      bom: false,
      problems: [expect.objectContaining({ kind: 'frontmatter-missing', path: 'folder/stem.md' })],
    });
  });

  it('ends an open one at its first blank line, or before the text above a rule', () => {
    expect(parse('---\nname: x\ntype: user\n\nText: yes\n')).toMatchObject({
      name: 'x',
      type: 'user',
      body: '\nText: yes\n',
    });
    const text = '---\nname: x\ndescription: a: b\n\n## Heading\n- item\n\n---\nrest\n';
    expect(parse(text)).toMatchObject({
      description: 'a: b',
      body: '\n## Heading\n- item\n\n---\nrest\n',
    });
    expect(kinds(text)).toEqual(['frontmatter-unterminated']);
  });
});

describe('one problem a fault', () => {
  const fields = 'name: x\ndescription: d\ntype: user\n';
  it.each([
    ['a good file', `---\n${fields}---\n`, []],
    ['empty', '', ['file-empty']],
    ['no header', 'text', ['frontmatter-missing']],
    ['an empty header', '---\n---\n', ['field-missing', 'field-missing', 'field-missing']],
    ['an open header', '---\nname: x', ['frontmatter-unterminated']],
    ['no YAML', `---\n${fields}a: b: c\n---\n`, ['frontmatter-invalid']],
    ['a cut value', '---\nname: x\ndescription: a #1\ntype: user\n---\n', ['frontmatter-invalid']],
    ['two headers', `---\n${fields}---\n\n---\n${fields}---\n`, ['frontmatter-double']],
    ['a rule below the header', `---\n${fields}---\n\n---\nNote: x\n---\n`, []],
    ['a key twice', `---\n${fields}type: user\n---\n`, ['frontmatter-duplicate-key']],
    ['a null', '---\nname: x\ndescription: d\ntype:\n---\n', ['field-missing']],
    ['an empty text', '---\nname: x\ndescription: ""\ntype: user\n---\n', ['field-empty']],
    ['a strange type', '---\nname: x\ndescription: d\ntype: Feedback\n---\n', ['type-unknown']],
    ['two types', `---\n${fields}metadata:\n  type: project\n---\n`, ['type-conflict']],
    ['the same type twice', `---\n${fields}metadata:\n  type: user\n---\n`, []],
    [
      'a conflict',
      `---\n${fields}---\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n`,
      ['file-conflict-markers'],
    ],
    [
      'a conflict above',
      `---\n<<<<<<< a\nname: x\n=======\nname: y\n>>>>>>> b\n---\n`,
      ['file-conflict-markers'],
    ],
    ['a sample of one', `---\n${fields}---\n\`\`\`\n<<<<<<< a\n=======\n>>>>>>> b\n\`\`\`\n`, []],
    ['a heading underlined', `---\n${fields}---\nTitle\n=======\n`, []],
  ])('%s', (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
    expect(kinds(text.replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  it('tells the line and the field', () => {
    const text = '---\nname: x\ntype: user\ndescription: a: b\n---\n';
    expect(parse(text).problems).toMatchObject([{ line: 4, field: 'description' }]);
    expect(parse('---\nname: x\nname: y\n---\n').problems[0]).toMatchObject({
      line: 3,
      field: 'name',
    });
  });
});
