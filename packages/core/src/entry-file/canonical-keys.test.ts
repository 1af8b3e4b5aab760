import { describe, expect, it } from 'vitest';
import type { StoragePath } from '../storage.js';
import { type EntryFileChanges, editEntryFile } from './edit-entry-file.js';
import { parseEntryFile } from './parse-entry-file.js';
import { parsePlainEntryFile } from './parse-plain-entry-file.js';

const path = 'stem.md' as StoragePath;
const encode = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseEntryFile(path, encode(text));
const edit = (text: string, changes: EntryFileChanges) =>
  new TextDecoder().decode(editEntryFile(path, encode(text), changes));

describe('keys with capitals', () => {
  it.each([
    ['YAML', 'Name: a\nDescription: see #12\nTYPE: user\nMetadata:\n  tags: x\n'],
    ['no YAML', 'Name: a\nDescription: see #12\nTYPE: user\nMetadata:\n  tags: x\nbad: [\n'],
    ['nested', 'Name: a\nDescription: see #12\nMETADATA:\n  Type: user\n  tags: x\n'],
  ])('are read like others, and reported once (%s)', (_, header) => {
    const parsed = parse(`---\n${header}---\nb\n`);
    expect(parsed).toMatchObject({ nameInHeader: 'a', description: 'see #12', type: 'user' });
    expect(Object.keys(parsed.metadata).filter((key) => key !== 'bad')).toEqual(['tags']);
    expect(parsed.problems.filter(({ message }) => message.includes('capitals'))).toMatchObject([
      { kind: 'frontmatter-invalid', line: 2, field: 'name' },
    ]);
    expect(parsed.problems.map(({ kind }) => kind)).not.toContain('field-missing');
  });

  it('are left to the full reader', () => {
    const bytes = encode('---\nname: a\nDescription: d\ntype: user\n---\nb\n');
    expect(parsePlainEntryFile(path, bytes)).toBeUndefined();
    const other = encode('---\nname: a\ndescription: d\ntype: user\nOwner: x\n---\nb\n');
    expect(parsePlainEntryFile(path, other)).toEqual(parseEntryFile(path, other));
  });

  it('are edited where they stand', () => {
    const old = '---\nName: a\nDescription: d\nMetadata:\n  Type: user\n---\nb\n';
    expect(edit(old, { name: 'new', description: 'e', type: 'project' })).toBe(
      '---\nName: new\nDescription: e\nMetadata:\n  Type: project\n---\nb\n',
    );
    expect(edit('---\nName: a\n---\nb\n', { description: 'e' })).toBe(
      '---\nName: a\ndescription: e\n---\nb\n',
    );
  });

  it('mean nothing beside the key itself', () => {
    const text = '---\nName: other\nname: a\ndescription: d\ntype: user\n---\nb\n';
    expect(parse(text)).toMatchObject({ name: 'a', metadata: { Name: 'other' }, problems: [] });
    expect(edit(text, { name: 'new' })).toBe(text.replace('name: a', 'name: new'));
  });

  it('are not chosen among', () => {
    const text = '---\nName: a\nNAME: b\ndescription: d\ntype: user\n---\nb\n';
    expect(parse(text).problems.map(({ kind }) => kind)).toContain('frontmatter-duplicate-key');
    expect(() => edit(text, { name: 'new' })).toThrow(/more than once/);
  });
});
