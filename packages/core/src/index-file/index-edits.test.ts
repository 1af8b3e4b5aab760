import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedIndex, generatedPaths } from '../../test/generated-index.js';
import { addIndexLine } from './add-index-line.js';
import { checkIndex } from './check-index.js';

import { isBlank, type RawLine, splitLines } from './lines.js';

import { type IndexLink, type ParsedIndex, parseIndex } from './parse-index.js';
import { rebuildIndex } from './rebuild-index.js';
import { refreshHook } from './refresh-hook.js';
import { removeIndexLines } from './remove-index-lines.js';
import { retargetIndexLine } from './retarget-index-line.js';

// What no edit may do, on indexes with every kind of line: change a line that is not the entry's.

const types = fc.constantFrom('user', 'feedback', 'project', 'other', undefined);
const anyPath = fc.constantFrom(...generatedPaths);
const runs = { numRuns: 3_000, endOnFailure: true };

function typeOf(path: string): string {
  return ['user', 'feedback', 'project'][path.length % 3]!;
}

function textsOf(text: string): string[] {
  return splitLines(text).map((line) => line.text);
}

/** What a reader takes from a link. */
function meaning({ path, anchor, title, hook, own }: IndexLink) {
  return { path, anchor, title, hook, own };
}

function pathsOf(index: ParsedIndex): Set<string> {
  return new Set(index.links.map((link) => link.path));
}

/** The text without `size` lines around one of them, in every way. */
function withoutWindow(lines: readonly RawLine[], around: number, size: number): string[] {
  return Array.from({ length: size }, (_, before) =>
    lines
      .toSpliced(around - before, size)
      .map((line) => line.text + line.end)
      .join(''),
  );
}

test('parsing keeps every character in its place', () => {
  fc.assert(
    fc.property(generatedIndex, (text) => {
      const index = parseIndex(text);
      expect(index.lines.map((line) => line.text + line.end).join('')).toBe(text);
      expect(index.visible).toHaveLength(text.length);
      for (const line of index.lines) expect(text.startsWith(line.text, line.start)).toBe(true);
      for (const { start, line } of index.links) {
        expect(splitLines(text.slice(0, start + 1))).toHaveLength(line);
      }
    }),
    runs,
  );
});

test('a new line is the only one, in a list of its own kind, and no link changes', () => {
  fc.assert(
    fc.property(generatedIndex, types, (text, type) => {
      const entry = { path: 'new.md', name: 'New', description: 'd', type };
      const { text: changed, line } = addIndexLine(text, entry, typeOf);
      const lines = textsOf(changed);
      expect(lines[line - 1]).toContain('[New](new.md) — d');
      const before = splitLines(text);
      const after = splitLines(changed);
      const added = after.length - before.length;
      if (!isBlank(text)) {
        expect(added).toBeLessThanOrEqual(3);
        // A last line without an end gets one; nothing else differs.
        const open = before.at(-1)!;
        const expected =
          text + (open.end === '' && line === after.length ? after[before.length - 1]!.end : '');
        expect(withoutWindow(after, line - 1, added)).toContain(expected);
      }
      const index = parseIndex(changed);
      const isNew = (link: IndexLink) => link.path === 'new.md';
      expect(index.links.filter(isNew)).toHaveLength(1);
      expect(index.lines[line - 1]!.kind).toBe('item');
      expect(index.links.filter((link) => !isNew(link)).map(meaning)).toEqual(
        parseIndex(text).links.map(meaning),
      );
      expect(addIndexLine(changed, entry, typeOf)).toEqual({ text: changed, line });
      const clean = removeIndexLines(changed, 'new.md');
      expect(clean.kept.every((kept) => before.some((other) => other.text === kept))).toBe(true);
      expect(pathsOf(parseIndex(clean.text))).toEqual(pathsOf(parseIndex(text)));
    }),
    runs,
  );
});

test('removing an entry takes its links, and no other entry out of the index', () => {
  fc.assert(
    fc.property(generatedIndex, anyPath, (text, path) => {
      const { text: changed, removed, kept } = removeIndexLines(text, path);
      const paths = pathsOf(parseIndex(changed));
      expect(paths).toEqual(
        new Set([...pathsOf(parseIndex(text))].filter((other) => other !== path)),
      );
      const remaining = textsOf(changed);
      const original = textsOf(text);
      let at = 0;
      let gone = 0;
      for (const line of original) {
        if (line === removed[gone]) gone++;
        else if (line === remaining[at] || kept.includes(remaining[at] ?? '\0')) at++;
        else expect.fail(`${line} was changed`);
      }
      expect(at).toBe(remaining.length);
      expect(original.length - remaining.length).toBe(removed.length);
      if (removed.length === 0 && kept.length === 0) expect(changed).toBe(text);
    }),
    runs,
  );
});

test('retargeting moves the links of one path and keeps every other line', () => {
  fc.assert(
    fc.property(generatedIndex, anyPath, (text, path) => {
      const { text: changed } = retargetIndexLine(text, path, 'n e w.md');
      const before = parseIndex(text);
      const moved = before.links.map((link) =>
        link.path === path ? { ...meaning(link), path: 'n e w.md' } : meaning(link),
      );
      const strip = ({
        path: target,
        anchor,
        own,
      }: Pick<IndexLink, 'path' | 'anchor' | 'own'>) => ({
        ...{ target, anchor, own },
      });
      expect(parseIndex(changed).links.map(strip)).toEqual(moved.map(strip));
      const touched = new Set(
        before.links.filter((link) => link.path === path).map((link) => link.line - 1),
      );
      for (const [at, { text: line, end }] of splitLines(changed).entries()) {
        expect(end).toBe(before.lines[at]!.end);
        if (!touched.has(at)) expect(line).toBe(before.lines[at]!.text);
      }
    }),
    runs,
  );
});

test('a hook follows its description in its own line only', () => {
  fc.assert(
    fc.property(generatedIndex, anyPath, (text, path) => {
      const { text: changed } = refreshHook(text, path, 'hook', 'fresh\nhook');
      const before = parseIndex(text).links.map(meaning);
      const after = parseIndex(changed).links.map(meaning);
      for (const [at, link] of after.entries()) {
        const was = before[at]!;
        const follows = was.path === path && was.own && was.hook === 'hook';
        if (link.hook !== was.hook) expect([follows, link.hook]).toEqual([true, 'fresh hook']);
        expect({ ...link, hook: '' }).toEqual({ ...was, hook: '' });
      }
      expect(textsOf(changed)).toHaveLength(textsOf(text).length);
    }),
    runs,
  );
});

test('a rebuilt index lists what is there, once, and rebuilding again changes nothing', () => {
  fc.assert(
    fc.property(
      generatedIndex,
      fc.subarray([...generatedPaths, 'new.md', 'newer.md']),
      (text, paths) => {
        const entries = paths.map((path) => ({ path, name: path, type: typeOf(path) }));
        const rebuilt = rebuildIndex(text, entries);
        expect(pathsOf(parseIndex(rebuilt.text))).toEqual(new Set(paths));
        expect(rebuildIndex(rebuilt.text, entries)).toMatchObject({
          ...{ text: rebuilt.text, added: [], dropped: [], droppedLines: [] },
        });
        const kinds = new Set(checkIndex(rebuilt.text, entries).map((problem) => problem.kind));
        expect(kinds.has('index-dangling') || kinds.has('index-unindexed')).toBe(false);
        const kept = new Set([...rebuilt.droppedLines, ...textsOf(rebuilt.text)]);
        const lost = textsOf(text).filter((line) => !isBlank(line) && !kept.has(line));
        expect(lost).toEqual([]);
      },
    ),
    runs,
  );
});
