import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StoragePath } from '../storage.js';
import { type EntryFileChanges, editEntryFile } from './edit-entry-file.js';
import { parseEntryFile } from './parse-entry-file.js';

const path = 'entry.md' as StoragePath;
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const edit = (text: string, changes: EntryFileChanges) =>
  decode(editEntryFile(path, encode(text), changes));
const refusal = (text: string, changes: EntryFileChanges) => {
  const bytes = encode(text);
  try {
    editEntryFile(path, bytes, changes);
  } catch (error) {
    expect(error).toMatchObject({ code: 'REFUSED', path });
    return (error as Error).message;
  }
  throw new Error('It was not refused.');
};
const fixture = (name: string) =>
  decode(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)));

describe('files of real directories', () => {
  it('keep every line but the changed one', () => {
    const old = fixture('h11-custom-keys-and-lists/memory/lane_plan.md');
    expect(edit(old, { description: 'Lanes replace branches from July' })).toBe(
      old.replace('Lanes replace long-lived branches', 'Lanes replace branches from July'),
    );
    expect(edit(old, { body: 'Lanes, revised.' })).toBe(old.replace('Lanes.', 'Lanes, revised.'));
  });

  it('keep the nested flavour and its trailing blank', () => {
    const old = fixture('h01-current-nested-metadata/memory/export-only-from-release-box.md');
    const changes = { type: 'project', modified: '2027-01-02T03:04:05.678Z' };
    expect(edit(old, changes)).toBe(
      old
        .replace('type: feedback', 'type: project')
        .replace('2026-07-01T08:15:30.120Z', '2027-01-02T03:04:05.678Z'),
    );
  });

  it('keep the lines that are no YAML', () => {
    const trailers = fixture('h04-colon-in-plain-scalar/memory/trailers.md');
    expect(edit(trailers, { type: 'project' })).toBe(trailers.replace('feedback', 'project'));
    const broken = fixture('h11-custom-keys-and-lists/memory/broken_list.md');
    expect(edit(broken, { description: 'x: y' })).toBe(
      broken.replace('the list below is not valid YAML', '"x: y"'),
    );
    const hash = fixture('h05-hash-in-plain-scalar/memory/starts_with_hash.md');
    expect(edit(hash, { type: 'reference' })).toBe(hash.replace('project', 'reference'));
    expect(edit(hash, { description: 'new' })).toBe(hash.replace(/#977.*/, 'new'));
    const star = fixture('h06-scalars-opening-with-yaml-signs/memory/star.md');
    expect(edit(star, { name: '[x]' })).toBe(star.replace('name: starred', 'name: "[x]"'));
  });

  it('keep comments behind values', () => {
    const old = fixture('h05-hash-in-plain-scalar/memory/real_comment.md');
    expect(edit(old, { type: 'project', description: 'new' })).toBe(
      old
        .replace('"quoted, so the hash #1 is safe"', '"new"')
        .replace('reference  #', 'project  #'),
    );
  });

  it('set a type that stands twice in both places', () => {
    const old = fixture('h03-mixed-generations/memory/both_conflict.md');
    const text = edit(old, { type: 'feedback' });
    expect(text).toBe(old.replace('type: project', 'type: feedback'));
    expect(parseEntryFile(path, encode(text)).problems).toEqual([]);
  });

  it('add a missing type in their own flavour', () => {
    const nested = fixture('h03-mixed-generations/memory/no_type.md');
    expect(edit(nested, { type: 'user' })).toBe(
      nested.replace('node_type: memory\n', 'node_type: memory\n  type: user\n'),
    );
    expect(edit('---\nname: x\n---\nb\n', { type: 'user', description: 'd' })).toBe(
      '---\nname: x\ndescription: d\ntype: user\n---\nb\n',
    );
    expect(edit('---\nname: x\nmetadata: {a: b}\n---\n', { type: 'user' })).toBe(
      '---\nname: x\nmetadata: {type: "user", a: b}\n---\n',
    );
  });

  it('fill blanked fields where they stand', () => {
    const old = fixture('h27-blanked-headers/memory/branch_policy.md');
    const filled = old.replace('name: ""', 'name: Branch policy\ndescription: d');
    expect(edit(old, { name: 'Branch policy', description: 'd' })).toBe(filled);
    const nulled = fixture('h12-types-outside-the-four/memory/k4.md');
    expect(edit(nulled, { type: 'user' })).toBe(nulled.replace('type:', 'type: user'));
  });

  it('keep CRLF, a byte order mark, and line ends of two kinds', () => {
    const crlf = fixture('h10-crlf-and-bom/memory/bom_crlf.md');
    expect(edit(crlf, { description: 'both still', body: 'One.\n\nTwo.' })).toBe(
      crlf.replace('"both at once"', 'both still').replace('Both.', 'One.\r\n\r\nTwo.'),
    );
    const mixed = fixture('h10-crlf-and-bom/memory/mixed.md');
    expect(edit(mixed, { body: 'a\nb\n', name: 'new' })).toBe(
      mixed.replace('name: mixed', 'name: new').replace('LF body one.\nLF body two.', 'a\nb'),
    );
  });

  it('replace a description of several lines by one', () => {
    const folded = fixture('h13-multiline-descriptions/memory/folded.md');
    expect(edit(folded, { description: 'short' })).toBe(
      folded.replace(/>\n {2}Deploy.*\n {2}never.*/, 'short'),
    );
    expect(edit(folded, { type: 'user' })).toBe(folded.replace('feedback', 'user'));
  });
});

describe('public reports', () => {
  it('keep text at "#", the spelling of the name, and the place of keys', () => {
    const old =
      '---\nname: Formatter Test\ndescription: Tracking PR #762 and #800\ntriggers: [a, b]\ntype: project\n---\n\nx\n';
    for (const changes of [{ type: 'user' }, { body: 'y' }, { name: 'Other' }]) {
      const text = edit(old, changes);
      expect(text).toContain('\ndescription: Tracking PR #762 and #800\ntriggers: [a, b]\n');
      expect(text.startsWith(`---\nname: ${changes.name ?? 'Formatter Test'}\n`)).toBe(true);
    }
  });

  it('lose no word of a header that cannot be parsed', () => {
    const old = '---\nname: x\ndescription: "abc "def" ghi"\ntype: user\n---\n\nb\n';
    expect(edit(old, { type: 'project' })).toBe(old.replace('type: user', 'type: project'));
    expect(edit(old, { body: 'c' })).toBe(old.replace('b\n', 'c\n'));
    expect(parseEntryFile(path, encode(old)).description).toBe('"abc "def" ghi"');
  });

  it('read a name with a colon whole', () => {
    const text = '---\nname: Governance: split plan\ndescription: d\ntype: user\n---\n';
    expect(parseEntryFile(path, encode(text)).name).toBe('Governance: split plan');
  });

  it('keep custom fields and dates literally', () => {
    const old =
      '---\nname: x\nStatus: open\nDueDate: 2025-04-30\ndate: 2026-03-16\ntype: user\n---\nb\n';
    expect(edit(old, { type: 'project', body: 'c' })).toBe(
      old.replace('user', 'project').replace('b\n', 'c\n'),
    );
  });
});

describe('the body', () => {
  const file = (body: string) => `---\nname: x\n---\n${body}`;
  it.each([
    ['\nold\n', 'new', '\nnew\n'],
    ['old\n', 'new\n', 'new\n'],
    ['\n\nold\n\n\n', '\nnew\n\n', '\n\nnew\n'],
    ['\nold', 'new', '\nnew'],
    ['\nold', 'new\n', '\nnew\n'],
    ['', 'new', '\nnew\n'],
    ['\n', 'new', '\nnew\n'],
    ['\nold\n', '    code\n', '\n    code\n'],
    ['\nold\n', '', ''],
  ])('%j, given %j, becomes %j', (old, given, becomes) => {
    expect(edit(file(old), { body: given })).toBe(file(becomes));
  });

  it('begins on a line of its own', () => {
    expect(edit('---\nname: x\n---', { body: 'new' })).toBe('---\nname: x\n---\n\nnew\n');
  });

  it('that differs only in blank lines around it is no change', () => {
    const bytes = encode(file('\nold\r\ntext\n\n'));
    expect(editEntryFile(path, bytes, { body: 'old\ntext' })).toBe(bytes);
  });
});

describe('a note without a header', () => {
  it('gets none when its text is replaced', () => {
    expect(edit('# Old\n\ntext\n', { body: '# New' })).toBe('# New\n');
    expect(edit('', { body: 'New' })).toBe('New\n');
    expect(edit('  \n\n', { body: 'New' })).toBe('New\n');
  });

  it('gets one of only what was given', () => {
    expect(edit('# Old\r\n', { description: 'd' })).toBe(
      '---\r\ndescription: d\r\n---\r\n\r\n# Old\r\n',
    );
    expect(edit('', { name: 'Note', type: 'user', body: 'b' })).toBe(
      '---\nname: Note\ntype: user\n---\n\nb\n',
    );
    const rules = fixture('h09-fences-and-rules/memory/opens_with_rule.md');
    expect(edit(rules, { type: 'user' })).toBe(`---\ntype: user\n---\n\n${rules}`);
  });

  it('keeps its name when that is what was asked', () => {
    const bytes = encode('text\n');
    expect(editEntryFile(path, bytes, { name: 'entry' })).toBe(bytes);
  });

  it('is not turned into a header by its text', () => {
    expect(refusal('text\n', { body: '---\nname: x\n---\n' })).toContain('read back');
  });
});

describe('the modified time', () => {
  const old = '---\nname: x\nmodified: 2026-01-01\n---\nb\n';
  it('is set only where it is, and only along with a real change', () => {
    const modified = '2027-01-02T00:00:00.000Z';
    const set = '---\nname: new\nmodified: 2027-01-02T00:00:00.000Z\n---\nb\n';
    expect(edit(old, { name: 'new', modified })).toBe(set);
    expect(edit(old, { modified })).toBe(set.replace('new', 'x'));
    expect(edit(old, { name: 'x', modified })).toBe(old);
    expect(edit('---\nname: x\n---\nb\n', { name: 'new', modified })).toBe(
      '---\nname: new\n---\nb\n',
    );
  });
});

describe('what is refused, with the file untouched', () => {
  const change = { description: 'new' };
  it.each([
    ['an open header', '---\nname: x\n\ntext\n', 'never closed'],
    [
      'a conflict in the header',
      '---\n<<<<<<< a\nname: x\n=======\nname: y\n>>>>>>> b\n---\n',
      'merge conflict',
    ],
    ['a language', '---js\n({name: "x"})\n---\n', 'names a language'],
    ['an unsafe tag', '---\nname: x\na: !!js/function "x"\n---\n', 'build objects'],
    [
      'a repeated key',
      '---\nname: x\ndescription: a\ndescription: b\n---\n',
      '"description" more than once',
    ],
    ['one map on one line', '---\n{name: x}\n---\n', 'read back'],
  ])('%s', (_, text, reason) => {
    const message = refusal(text, change);
    expect(message).toContain(reason);
    expect(message).not.toContain('\n');
  });

  it('a new body under an open header, but not under an unsafe or repeated one', () => {
    expect(refusal('---\nname: x\n\ntext\n', { body: 'b' })).toContain('never closed');
    const unsafe = '---\nname: x\na: !!js/function "x"\nb: 1\nb: 2\n---\nold\n';
    expect(edit(unsafe, { body: 'new' })).toBe(unsafe.replace('old', 'new'));
  });

  it('half a character', () => {
    expect(() => edit('---\nname: x\n---\n', { description: 'a\udc00' })).toThrow(/lone surrogate/);
  });
});
