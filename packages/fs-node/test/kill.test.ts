import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Storage, storagePath } from '@mem/core';
import { describe, expect, test } from 'vitest';
import { createDirectoryStorage } from '../src/index.js';
import { childProgram } from './child-program.js';
import { scratchDirectory } from './scratch-directory.js';
import { bytes, operations, type VictimOperation } from './victim-operations.js';

const start = childProgram('victim');

describe('kill -9 before every file call', () => {
  let kills = 0;

  for (const [name, operation] of Object.entries(operations)) {
    test(name, async () => {
      const { killed, faults } = await sweep('ours', name, operation);
      kills += killed;
      expect(faults).toEqual([]);
    });
  }

  test('was done at least 100 times', () => {
    expect(kills).toBeGreaterThanOrEqual(100);
  });

  test('finds the holes of a plain storage, which writes in place', async () => {
    const name = 'another file in the place of an old one';
    const { faults } = await sweep('plain', name, operations[name] as VictimOperation);
    expect(faults).toContain('note.md holds "" when killed before writeSync');
  });
});

/** Kills the operation before its first call, its second, … until it gets through. */
async function sweep(kind: string, name: string, operation: VictimOperation) {
  const faults: string[] = [];
  for (let call = 1; ; call++) {
    const directory = `${scratchDirectory()}/memory`;
    if (Object.keys(operation.before).length > 0) lay(directory, operation.before);
    const place = await killBefore(kind, directory, name, call);
    if (place === undefined) return { killed: call - 1, faults };
    const found = [
      ...wrongFiles(directory, operation),
      ...(kind === 'ours' ? await afterwards(directory, operation) : []),
    ];
    faults.push(...found.map((fault) => `${fault} when killed before ${place}`));
  }
}

function lay(directory: string, files: VictimOperation['before']): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${directory}/${path}`), { recursive: true });
    writeFileSync(`${directory}/${path}`, text);
  }
}

/** The call it stood before when it was killed, inside the operation; undefined when it got through. */
function killBefore(kind: string, directory: string, operation: string, call: number) {
  const victim = start(kind, directory, operation, String(call));
  let printed = '';
  return new Promise<string | undefined>((resolve, reject) => {
    victim.stdout?.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      if (printed.includes('standing before')) victim.kill('SIGKILL');
    });
    victim.on('close', (code, signal) => {
      const place = /^entered\nstanding before (\w+)\n$/.exec(printed)?.[1];
      if (signal === 'SIGKILL' && place !== undefined) resolve(place);
      else if (code === 0 && printed === 'entered\nleft\n') resolve(undefined);
      else reject(new Error(`unexpected end (${code ?? signal}): ${printed}`));
    });
  });
}

function wrongFiles(directory: string, { before, after }: VictimOperation): string[] {
  const allowed = new Set([...Object.keys(before), ...Object.keys(after)]);
  const strangers = visibleFiles(directory).filter((path) => !allowed.has(path));
  const wrong = [...allowed].filter((path) => {
    const text = textOf(directory, path);
    return text !== before[path] && text !== after[path];
  });
  return [
    ...strangers.map((path) => `${path} came into being`),
    ...wrong.map((path) => `${path} holds ${JSON.stringify(textOf(directory, path))}`),
  ];
}

/** What is wrong once another process has written: it must work, and clear away what was left. */
async function afterwards(directory: string, operation: VictimOperation): Promise<string[]> {
  const storage: Storage = createDirectoryStorage(directory);
  const started = performance.now();
  await operation.run(storage);
  await storage.write(storagePath('next.md'), bytes('next'));
  const elapsed = performance.now() - started;
  const kept = Object.entries(operation.after).filter(
    ([path, text]) => textOf(directory, path) !== text,
  );
  return [
    ...(elapsed < 2000 ? [] : [`the next write took ${elapsed} ms`]),
    ...(kept.length === 0 ? [] : [`the next write did not make ${kept.join()}`]),
    ...readdirSync(`${directory}/.mem/tmp`).map((temp) => `${temp} stays`),
    ...(existsSync(`${directory}/.mem/lock`) ? ['the lock stays'] : []),
  ];
}

function visibleFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => `${item.parentPath}/${item.name}`.slice(directory.length + 1))
    .filter((path) => !path.startsWith('.mem/'));
}

function textOf(directory: string, path: string): string | undefined {
  const host = `${directory}/${path}`;
  return existsSync(host) ? readFileSync(host, 'utf8') : undefined;
}
