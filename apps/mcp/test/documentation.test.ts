import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { optionTable } from '../src/program/options.js';
import { tools } from '../src/tools/table.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const manual = read('docs/mcp.md');
const readme = read('apps/mcp/README.md');

test.each(Object.keys(optionTable))('docs/mcp.md tells of --%s', (name) => {
  expect(manual).toMatch(new RegExp(`^\\| .*\`--${name}[ \`]`, 'm'));
});

test.each(tools.map(({ name }) => name))('docs/mcp.md and the README tell of %s', (name) => {
  expect(manual).toContain(`| \`${name}\` |`);
  expect(readme).toContain(`\`${name}\``);
});

test('what it says writes is what writes', () => {
  for (const { name, effects } of tools) {
    const row = manual.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
    expect({ name, writes: row.endsWith('| yes |') }).toEqual({ name, writes: effects.writes });
  }
});
