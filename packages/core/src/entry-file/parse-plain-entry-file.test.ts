import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StoragePath } from '../storage.js';
import { parseEntryFile } from './parse-entry-file.js';
import { parsePlainEntryFile } from './parse-plain-entry-file.js';

const path = 'a.md' as StoragePath;
const encode = (text: string) => new TextEncoder().encode(text);

describe('parsePlainEntryFile', () => {
  it.each([
    ['flat', 'name: A b\ndescription: x, y (z) a:b C# 记忆\ntype: user\n'],
    ['flat, with an id', 'name: x\ndescription: "q \\"r\\""\ntype: user\noriginSessionId: 1-2\n'],
    ['nested', "name: x\ndescription: 'd'\nmetadata: \n  node_type: memory\n  type: user\n"],
    ['nested, more after it', 'name: x\nmetadata:\n  type: user\n  empty:\ndescription: d\n'],
    ['with numbers and dates', 'name: 007\ndescription: 1.10\ntype: yes\nwhen: 2026-05-02\n'],
    ['without some fields', 'name: ""\n'],
  ])('answers for a header that is %s', (_, header) => {
    for (const eol of ['\n', '\r\n']) {
      for (const mark of ['', '\ufeff']) {
        const bytes = encode(mark + `---\n${header}---\n\nbody\n`.replaceAll('\n', eol));
        const plain = parsePlainEntryFile(path, bytes);
        expect(plain).toBeDefined();
        expect(plain).toEqual(parseEntryFile(path, bytes));
      }
    }
  });

  it.each([
    'description: a: b',
    'description: a #1',
    'description: a\n  b',
    'description: >\n  b',
    'description: "a\\tb"',
    'description: [a]',
    '# comment',
    'name: y',
    'tags:\n  - a',
    'metadata:\n  a: b\n    c: d',
    'metadata:\n  a: b\ntop: x\n  c: d',
    'metadata: x',
    'prose',
  ])('leaves %j to the full reader', (line) => {
    expect(parsePlainEntryFile(path, encode(`---\nname: x\n${line}\n---\nb\n`))).toBeUndefined();
  });

  it('loads no parser', () => {
    const seen = new Set<string>();
    visit(new URL('./parse-plain-entry-file.ts', import.meta.url), seen);
    expect([...seen].filter((specifier) => !specifier.startsWith('.'))).toEqual([]);
    expect(seen.size).toBeGreaterThan(5);
  });
});

/** Every module that is loaded with the file, followed through the sources; types do not load. */
function visit(file: URL, seen: Set<string>): void {
  const source = readFileSync(file, 'utf8');
  for (const [, clause, specifier] of source.matchAll(/^(?:im|ex)port ([^;]*?) from '([^']+)'/gm)) {
    if (clause!.startsWith('type ') || seen.has(specifier!)) continue;
    seen.add(specifier!);
    if (specifier!.startsWith('.')) visit(new URL(specifier!.replace(/\.js$/, '.ts'), file), seen);
  }
}
