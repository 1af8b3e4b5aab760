import { indexPath, type StoragePath, storagePath } from '@mem/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedIndex } from '../../src/sync/merged-index.js';

const base = `# Memory

Intro one.
Intro two.

## Work

- [a](a.md) — da
- [b](b.md) — curated b

## Home

- [c](c.md) — dc
  wrapped c
- [d](d.md) — dd

Outro, see [a](a.md).
`;

/** Merges three versions of an index of memories that nobody has changed. */
function merged(ours: string, theirs: string, start = base) {
  const blobs = new Map<string, Uint8Array>();
  const file = (id: string, text: string) => {
    blobs.set(id, new TextEncoder().encode(text));
    return { id, mode: '100644' };
  };
  const entries = ['a', 'b', 'c', 'd'].map((name) => {
    const text = `---\nname: ${name}\ndescription: d${name}\ntype: user\n---\n\nx\n`;
    return [storagePath(`${name}.md`), file(name, text)] as const;
  });
  const tree = (id: string, text: string) =>
    new Map<StoragePath, { id: string; mode: string }>([...entries, [indexPath, file(id, text)]]);
  const read = (id: string) => blobs.get(id) ?? new Uint8Array();
  const [inBase, inOurs, inTheirs] = [tree('base', start), tree('o', ours), tree('t', theirs)];
  const files = entries.map(([path, { id }]) => ({ path, bytes: read(id) }));
  const { bytes, conflicts } = mergedIndex([inBase, inOurs, inTheirs], inOurs, files, read);
  return { text: new TextDecoder().decode(bytes), isInConflict: conflicts.length > 0 };
}

interface Edit {
  readonly kind: number;
  readonly at: number;
  readonly to: number;
}

/** What a person may do to an index; every text of theirs is found nowhere else. */
function edited(edits: readonly Edit[], who: string): string {
  const lines = base.split('\n');
  for (const [number, { kind, at, to }] of edits.entries()) {
    const token = `T${who}${number}x`;
    const place = at % lines.length;
    const line = lines[place] ?? '';
    const isItem = line.startsWith('- [');
    if (kind === 0 && line !== '') lines[place] = `${line} ${token}`;
    if (kind === 1 && line !== '') lines.splice(to % lines.length, 0, ...lines.splice(place, 1));
    if (kind === 2) lines.splice(place, 0, `Prose ${token}`);
    if (kind === 3) lines.splice(place, 1);
    if (kind === 4 && isItem) lines[place] = line.replace(/ — .*/, ` — ${token}`);
    if (kind === 5 && isItem) lines[place] = line.replace(/\[.*?\]/, `[${token}]`);
    if (kind === 6 && isItem) lines.splice(place + 1, 0, `  ${token}`);
    if (kind === 7 && isItem) lines.splice(place + 1, 0, `  - ${token}`);
  }
  return lines.join('\n');
}

const edits = fc.array(fc.record({ kind: fc.nat(7), at: fc.nat(30), to: fc.nat(30) }), {
  maxLength: 3,
});

test('every text that a side wrote into the index is in the result, or in a conflict', () => {
  fc.assert(
    fc.property(edits, edits, (one, two) => {
      const [ours, theirs] = [edited(one, 'o'), edited(two, 't')];
      const { text, isInConflict } = merged(ours, theirs);
      const tokens = (ours + theirs).match(/T\w\dx/g) ?? [];
      const missing = tokens.filter((token) => !text.includes(token));
      expect(isInConflict ? [] : missing, `${ours}\n----\n${theirs}\n----\n${text}`).toEqual([]);
      // Ours is never the one that goes.
      expect(missing.filter((token) => token.startsWith('To'))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['  wrapped c', '  wrapped c, by hand'],
  ['- [c](c.md) — dc\n  wrapped c', '- [c](c.md) — dc\n  wrapped c\n  and more'],
  ['- [c](c.md) — dc\n  wrapped c', '- [c](c.md) — other'],
])('what only theirs did to the lines of a memory is whole: %j', (from, to) => {
  const ours = base.replace('Intro one.', 'Intro 1.');
  expect(merged(ours, base.replace(from, to))).toEqual({
    text: ours.replace(from, to),
    isInConflict: false,
  });
});

test('a line that one side moved and the other changed is moved and changed', () => {
  const line = '- [b](b.md) — curated b\n';
  const moved = base.replace(line, '').replace('## Home\n\n', `## Home\n\n${line}`);
  const changed = base.replace('curated b', 'by hand');
  const both = { text: moved.replace('curated b', 'by hand'), isInConflict: false };
  expect(merged(moved, changed)).toEqual(both);
  expect(merged(changed, moved).text).toContain('by hand');
});

test.each([
  ['a hook', '- [a](a.md) — theirs'],
  ['a title', '- [Theirs](a.md) — da'],
  ['a box', '- [x] [a](a.md) — da'],
  ['a wrapped line', '- [a](a.md) — da\n  theirs'],
])('a line that both changed is in conflict: %s', (_, line) => {
  const ours = base.replace('- [a](a.md) — da', '- [a](a.md) — ours');
  const theirs = base.replace('- [a](a.md) — da', line);
  expect(merged(ours, theirs)).toEqual({ text: ours, isInConflict: true });
});

test('of a line of prose that both changed both versions stay', () => {
  const { text } = merged(
    base.replace('Intro two.', 'Intro by a.'),
    base.replace('Intro two.', 'Intro by b.'),
  );
  expect(text).toContain('Intro by a.\n');
  expect(text).toContain('Intro by b.\n');
  expect(text).not.toContain('Intro two.');
});
