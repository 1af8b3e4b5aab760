import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectWrite, strictestWrite } from './project-write.js';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'mem-write-'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function below(settings: string): string {
  writeFileSync(join(top, '.mem.json'), settings);
  const folder = join(top, 'a/b');
  mkdirSync(folder, { recursive: true });
  return folder;
}

it('allows what no file restricts', () => {
  expect(projectWrite(top)).toBe('allow');
  expect(projectWrite(below('{ "directory": "memory" }'))).toBe('allow');
});

it('takes what the nearest file above asks for', () => {
  const folder = below('{ "write": "propose" }');
  expect(projectWrite(folder)).toBe('propose');
  writeFileSync(join(top, 'a/.mem.json'), '{ "write": "none" }');
  expect(projectWrite(folder)).toBe('none');
});

it.each(['{', '[]', '{ "write": "proposed" }', '{ "write": true }'])(
  'refuses %s, which may have meant to tighten',
  (settings) => {
    expect(() => projectWrite(below(settings))).toThrow(/Mend it/);
  },
);

it('keeps the stricter of two', () => {
  expect(strictestWrite('ask', 'propose')).toBe('propose');
  expect(strictestWrite('propose', 'allow')).toBe('propose');
  expect(strictestWrite('none', 'allow')).toBe('none');
  expect(strictestWrite('allow', 'allow')).toBe('allow');
});
