import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { StoragePath } from '../storage.js';
import { type EntryFileChanges, editEntryFile } from './edit-entry-file.js';
import { parseEntryFile } from './parse-entry-file.js';

const path = 'a.md' as StoragePath;
const encode = (text: string) => new TextEncoder().encode(text);
const edit = (header: string, changes: EntryFileChanges) =>
  new TextDecoder().decode(editEntryFile(path, encode(`---\n${header}---\nb\n`), changes));

describe('an edit that would take an anchor away', () => {
  it.each([
    ['name: a\ndescription: &d x\ntype: user\nother: *d\n', { description: 'new' }],
    ['name: &n a\ndescription: d\ntype: user\nlist: [x, *n]\n', { name: 'new' }],
    ['name: a\ndescription: d\nmetadata:\n  type: &t user\n  kind: *t\n', { type: 'project' }],
    ['name: a\ndescription: d\nmetadata: &m\n  type: user\nother: *m\n', { type: 'project' }],
    ['first: &d y\nname: a\ndescription: &d x\nother: *d\n', { description: 'new' }],
  ])('is refused while it is referred to: %j', (header, changes) => {
    expect(() => edit(header, changes)).toThrow(/refers with "\*[dntm]"/);
  });

  it.each([
    ['name: a\ndescription: &d x\ntype: user\n', { description: 'new' }],
    ['name: a\nother: &o x\ndescription: *o\ntype: user\n', { description: 'new' }],
    ['name: a\nother: &o x\ndescription: d\nthird: *o\n', { description: 'new', type: 'user' }],
  ])('is made where nothing is lost: %j', (header, changes) => {
    const text = edit(header, changes).split('---\n')[1]!;
    expect(parseYaml(text)).toMatchObject(changes);
  });
});

describe('an alias without an anchor', () => {
  it('is reported where it stands', () => {
    const text = '---\nname: a\ndescription: d\ntype: user\nother: *gone\n---\nb\n';
    expect(parseEntryFile(path, encode(text)).problems).toMatchObject([
      { kind: 'frontmatter-invalid', line: 5, field: 'other' },
    ]);
    expect(
      parseEntryFile(path, encode(text.replace('*gone', '[&gone x, *gone]'))).problems,
    ).toEqual([]);
  });
});
