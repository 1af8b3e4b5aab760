import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fixtures } from '../support/open-directory.js';
import { runRunner } from '../support/run-runner.js';

test('every fixture holds, and no case gets a warning that it does not name', async () => {
  const started = Date.now();
  const { exitCode, lines } = await runRunner(fixtures, { strict: true });
  const cases = readdirSync(fixtures).filter((name) => /^h\d\d-/.test(name));
  expect(lines.filter((line) => line.startsWith('FAIL') || line.startsWith(' '))).toEqual([]);
  expect(lines).toEqual([...cases.map((name) => `ok ${name}`), `${cases.length} passed, 0 failed`]);
  expect(cases.length).toBe(27);
  expect(exitCode).toBe(0);
  expect(Date.now() - started).toBeLessThan(120_000);
}, 150_000);

test('cases of our own for shapes that the fixtures lack hold too', async () => {
  const own = fileURLToPath(new URL('../fixtures', import.meta.url));
  const { lines } = await runRunner(own, { strict: true });
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([
    `${readdirSync(own).length} passed, 0 failed`,
  ]);
}, 150_000);

test('the fixtures came through version control byte by byte', () => {
  const read = (path: string) => readFileSync(join(fixtures, path), 'utf8');
  expect(read('h10-crlf-and-bom/memory/crlf.md')).toContain('\r\n');
  expect(read('h10-crlf-and-bom/memory/bom.md').startsWith('\uFEFF')).toBe(true);
  expect(read('h15-index-is-the-memory/memory/MEMORY.md').endsWith('\n')).toBe(false);
  expect(readdirSync(join(fixtures, 'h23-other-tools-files/memory'))).toEqual(
    expect.arrayContaining(['.DS_Store', '.gitkeep', '.keep.md.swp', 'keep.md~', 'run.log']),
  );
});
