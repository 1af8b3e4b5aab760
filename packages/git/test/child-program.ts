import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

export interface RunningProgram {
  readonly process: ChildProcess;
  /** The lines that it has printed so far. */
  readonly lines: string[];
  /** Resolves with the exit code; null when it was killed. */
  readonly ended: Promise<number | null>;
}

/** A program beside the tests, bundled once for the test file, to be run as processes. */
export function childProgram(name: string): (...values: string[]) => RunningProgram {
  const input = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const file = fileURLToPath(new URL(`../build/test/${name}-${process.pid}.mjs`, import.meta.url));
  beforeAll(async () => {
    const conditionNames = ['@mem/source', 'import', 'node', 'default'];
    const bundle = await rolldown({
      input,
      platform: 'node',
      logLevel: 'silent',
      resolve: { conditionNames },
    });
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    await bundle.close();
  });
  afterAll(() => rmSync(file, { force: true }));
  return (...values) => start(file, values);
}

function start(file: string, values: readonly string[]): RunningProgram {
  const child = spawn(process.execPath, [file, ...values], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const parts = (rest + part).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { process: child, lines, ended };
}
