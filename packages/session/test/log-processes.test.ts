import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const each = 125;
const program = fileURLToPath(new URL(`../build/log-writer-${process.pid}.mjs`, import.meta.url));

beforeAll(async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('log-writer.ts', import.meta.url)),
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['@mem/source', 'import', 'node', 'default'] },
  });
  await bundle.write({ file: program, format: 'esm', codeSplitting: false });
  await bundle.close();
});
afterAll(() => rmSync(program, { force: true }));

function scratchDirectory(): string {
  const directory = mkdtempSync(`${tmpdir()}/mem-log-`);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function start(directory: string, name: string, ...more: string[]): ChildProcess {
  const values = [program, directory, name, ...more];
  return spawn(process.execPath, values, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The bullets that the process said it had logged. */
function acknowledged(child: ChildProcess): Promise<string[]> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(text.split('\n').slice(0, -1)));
  });
}

/** Resolves when the process has logged its first bullet. */
function begun(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.stdout?.once('data', resolve));
}

function logOf(directory: string): string[] {
  const text = readFileSync(`${directory}/logs/2026/05/2026-05-01.md`, 'utf8');
  return text.split('\n').slice(0, -1);
}

test('8 processes log 1,000 bullets: 1,000 whole lines', async () => {
  const directory = scratchDirectory();
  const said = await Promise.all(
    names.map((name) => acknowledged(start(directory, name, String(each)))),
  );
  const wanted = said.flat().map((text) => `- 10:00:00+00:00 ${text}`.trimEnd());
  expect(wanted).toHaveLength(names.length * each);
  expect(logOf(directory).sort()).toEqual(wanted.sort());
});

test('the same by reading the file and writing it back loses bullets', async () => {
  const directory = scratchDirectory();
  writeFileSync(`${directory}/log.md`, '');
  await Promise.all(
    names.map((name) => acknowledged(start(directory, name, String(each), 'plain'))),
  );
  const lines = readFileSync(`${directory}/log.md`, 'utf8').split('\n').slice(0, -1);
  expect(lines.length).toBeLessThan(names.length * each);
});

test('of writers that are killed nothing is lost that they were told is kept', async () => {
  const directory = scratchDirectory();
  const kept: string[] = [];
  for (let round = 0; round < 8; round++) {
    const writers = names.slice(0, 3).map((name) => start(directory, `${name}${round}`, '10000'));
    const answers = Promise.all(writers.map(acknowledged));
    await Promise.all(writers.map(begun));
    await new Promise((resolve) => setTimeout(resolve, 100 + round * 40));
    for (const writer of writers) writer.kill('SIGKILL');
    kept.push(...(await answers).flat());
  }
  await acknowledged(start(directory, 'last', '1'));
  const lines = new Set(logOf(directory));
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.filter((text) => !lines.has(`- 10:00:00+00:00 ${text}`.trimEnd()))).toEqual([]);
});
