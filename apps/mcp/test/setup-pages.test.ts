import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { optionTable } from '../src/program/options.js';

const folder = fileURLToPath(new URL('../../../docs/mcp', import.meta.url));
const pages = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

test('there is a page for each client', () => {
  expect(pages.map(({ name }) => name).sort()).toEqual([
    'claude-code.md',
    'claude-desktop.md',
    'codex.md',
    'cursor.md',
    'gemini-cli.md',
    'vs-code.md',
  ]);
});

describe.each(pages)('$name', ({ text }) => {
  test('says first whether it was tried', () => {
    expect(text).toMatch(/^# .+\n\n\*\*(?:Tried|Tried in part|Built from documentation)\*\*/);
  });

  test('its configurations are what can be pasted', () => {
    for (const [, snippet] of text.matchAll(/```json\n(.+?)```/gs)) {
      expect(() => JSON.parse(snippet!)).not.toThrow();
    }
  });

  test('gives the program only options that it has', () => {
    const calls = [...text.matchAll(/@mem\/mcp\b[^\n`]*/g)].flatMap(([call]) => [
      ...call.matchAll(/--([a-z-]+)/g),
    ]);
    for (const [, option] of calls) expect(Object.keys(optionTable)).toContain(option);
  });
});
