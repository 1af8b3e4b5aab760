import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

/**
 * A program of the tests, to be run as processes of their own: bundled from its TypeScript source
 * once for the test file that asks for it. Call at the top of the file.
 */
export function childProgram(
  name: string,
  standardInput: 'ignore' | 'pipe' = 'ignore',
): (...values: string[]) => ChildProcess {
  const input = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const output = fileURLToPath(
    new URL(`../build/test/${name}-${process.pid}.mjs`, import.meta.url),
  );
  beforeAll(async () => {
    const bundle = await rolldown({
      input,
      platform: 'node',
      logLevel: 'silent',
      resolve: { conditionNames: ['@mem/source', 'import', 'node', 'default'] },
    });
    await bundle.write({ file: output, format: 'esm', codeSplitting: false });
    await bundle.close();
  });
  afterAll(() => rmSync(output, { force: true }));
  return (...values) =>
    spawn(process.execPath, [output, ...values], { stdio: [standardInput, 'pipe', 'inherit'] });
}

/** All that the process printed, when it has ended with success. */
export async function outputOf(child: ChildProcess): Promise<string> {
  const { text, code, signal } = await endOf(child);
  if (code !== 0) throw new Error(`the process ended with ${code ?? signal}: ${text}`);
  return text;
}

export interface ProcessEnd {
  readonly text: string;
  readonly code: number | null;
  readonly signal: string | null;
}

export function endOf(child: ChildProcess): Promise<ProcessEnd> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ text, code, signal }));
  });
}
