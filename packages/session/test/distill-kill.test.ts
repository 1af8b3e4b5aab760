import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConsolidationLock, createDirectoryStorage } from '@mem/fs-node';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDistillation, undoDistillation, unfinishedRun } from '../src/index.js';
import { answer, files, runAt } from './distill-victim-work.js';

const program = fileURLToPath(
  new URL(`../build/distill-victim-${process.pid}.mjs`, import.meta.url),
);
let scratch = '';

beforeAll(async () => {
  scratch = mkdtempSync(`${tmpdir()}/mem-distill-`);
  const bundle = await rolldown({
    input: fileURLToPath(new URL('distill-victim.ts', import.meta.url)),
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['@mem/source', 'import', 'node', 'default'] },
  });
  await bundle.write({ file: program, format: 'esm', codeSplitting: false });
  await bundle.close();
});
afterAll(() => {
  rmSync(program, { force: true });
  rmSync(scratch, { recursive: true, force: true });
});

let made = 0;
function freshDirectory(): string {
  const directory = `${scratch}/${++made}/memory`;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${directory}/${path}`), { recursive: true });
    writeFileSync(`${directory}/${path}`, text);
  }
  return directory;
}

function contentsOf(directory: string): Record<string, string> {
  const items = readdirSync(directory, { recursive: true, withFileTypes: true });
  const hosts = items
    .filter((item) => item.isFile())
    .map((item) => `${item.parentPath}/${item.name}`);
  const entries = hosts.map((host) => [
    host.slice(directory.length + 1),
    readFileSync(host, 'latin1'),
  ]);
  return Object.fromEntries(entries.filter(([path]) => !path?.startsWith('.')).sort());
}

/** Where it stood when it was killed; undefined when it got through. */
function killAt(
  directory: string,
  call: number,
  what: 'distil' | 'undo',
): Promise<string | undefined> {
  const child: ChildProcess = spawn(process.execPath, [program, directory, String(call), what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      if (printed.includes('standing before')) child.kill('SIGKILL');
    });
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(printed.trim());
      else if (code === 0) resolve(undefined);
      else reject(new Error(`unexpected end (${code ?? signal}): ${printed}`));
    });
  });
}

/** The whole run, by this process. */
async function distil(directory: string): Promise<void> {
  const outcome = await runDistillation(createDirectoryStorage(directory), {
    now: () => runAt,
    model: async () => answer,
    lock: createConsolidationLock(directory),
    force: true,
    maxDeletions: 10,
    maxDeletedShare: 1,
  });
  expect(outcome.kind).toBe('done');
}

test('kill -9 before every call that changes something: old or new, no lock in the way, finished or undone by the next', async () => {
  const whole = freshDirectory();
  await distil(whole);
  const [before, after] = [contentsOf(freshDirectory()), contentsOf(whole)];
  let kills = 0;
  for (let call = 1; ; call++) {
    const directory = freshDirectory();
    const place = await killAt(directory, call, 'distil');
    if (place === undefined) break;
    kills++;
    const at = `killed while ${place} (call ${call})`;
    const now = contentsOf(directory);
    for (const path of new Set([
      ...Object.keys(before),
      ...Object.keys(after),
      ...Object.keys(now),
    ])) {
      // The index goes from line to line; that it ends right is judged below.
      if (path === 'MEMORY.md') continue;
      expect([before[path], after[path]], `${path} ${at}`).toContain(now[path]);
    }
    const other = `${dirname(directory)}/copy`;
    cpSync(directory, other, { recursive: true });
    const storage = createDirectoryStorage(other);
    const isChanged = JSON.stringify(now) !== JSON.stringify(before);
    if (isChanged || (await unfinishedRun(storage))) {
      const undone = await undoDistillation(storage, { lock: createConsolidationLock(other) });
      expect(undone?.kept, at).toEqual([]);
    }
    expect(contentsOf(other), `undone, ${at}`).toEqual(before);
    await distil(directory);
    expect(contentsOf(directory), `finished, ${at}`).toEqual(after);
    rmSync(dirname(directory), { recursive: true, force: true });
  }
  expect(kills).toBeGreaterThan(25);
}, 600_000);

test('an undo that is killed before every such call is finished by the next one', async () => {
  const before = contentsOf(freshDirectory());
  let kills = 0;
  for (let call = 1; ; call++) {
    const directory = freshDirectory();
    await distil(directory);
    const place = await killAt(directory, call, 'undo');
    if (place === undefined) break;
    kills++;
    const lock = createConsolidationLock(directory);
    const undone = await undoDistillation(createDirectoryStorage(directory), { lock });
    expect(undone?.kept, place).toEqual([]);
    expect(contentsOf(directory), place).toEqual(before);
    rmSync(dirname(directory), { recursive: true, force: true });
  }
  expect(kills).toBeGreaterThan(5);
}, 600_000);
