import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

describe.each(['cli/dist/mem.js', 'mcp/dist/mem-mcp.js'])('apps/%s', (path) => {
  const program = fileURLToPath(new URL(`../../../apps/${path}`, import.meta.url));

  it('meets no circle of parts, which would find things that are not there yet', () => {
    const folder = join(program, '..');
    const parts = readdirSync(join(folder, 'parts')).map((name) => `parts/${name}`);
    const all = [posix.basename(path), ...parts];
    const needs = new Map(all.map((part) => [part, neededAtOnce(folder, part)]));
    expect(needs.get(all[0]!)).not.toEqual([]);
    const done = new Set<string>();
    const visit = (part: string, above: readonly string[]): void => {
      expect(above).not.toContain(part);
      if (done.has(part)) return;
      for (const next of needs.get(part) ?? []) visit(next, [...above, part]);
      done.add(part);
    };
    for (const part of needs.keys()) visit(part, []);
  });
});

it('mem-mcp starts with two parts, and without what it does not use of the SDK', () => {
  const folder = fileURLToPath(new URL('../../../apps/mcp/dist', import.meta.url));
  expect(neededAtOnce(folder, 'parts/start.js')).toEqual(['parts/rolldown-runtime.js']);
  expect(neededAtOnce(folder, 'mem-mcp.js')).toEqual(['parts/start.js']);
  const starting = readFileSync(join(folder, 'parts/start.js'), 'utf8');
  expect(starting).toContain('https://json-schema.org/draft/2020-12/schema');
  expect(starting).not.toMatch(/strictTypes|unevaluatedProperties.{0,80}keyword/);
});

/** Parts that are loaded together with this one; what is loaded on demand stands inside a function. */
function neededAtOnce(folder: string, part: string): string[] {
  const code = readFileSync(join(folder, part), 'utf8');
  const needed = /(?:^|;|(?:const|let) |,)(?:[\w$]+=)?require\("(\.[^"]+)"\)/g;
  return [...code.matchAll(needed)].map((match) => posix.join(posix.dirname(part), match[1]!));
}
