import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type CorpusOptions, runCorpus } from '../../src/run-corpus.js';
import { builtProgram } from './mem.js';

const sabotageModule = fileURLToPath(new URL('../runner/sabotage.mjs', import.meta.url));

export interface RunnerAnswer {
  readonly exitCode: number;
  readonly lines: readonly string[];
}

export async function runRunner(
  folder: string,
  options: Partial<CorpusOptions> = {},
): Promise<RunnerAnswer> {
  const lines: string[] = [];
  const exitCode = await runCorpus({
    folder,
    program: builtProgram,
    strict: false,
    verbose: false,
    width: 2,
    writeLine: (line) => void lines.push(line),
    ...options,
  });
  return { exitCode, lines };
}

/** The real program with one thing done wrong, as a script. */
export function badProgram(kind: string): string {
  const file = join(temporaryFolder(), 'mem.mjs');
  writeFileSync(
    file,
    `import { sabotage } from ${JSON.stringify(sabotageModule)};\n` +
      `sabotage(${JSON.stringify(kind)}, ${JSON.stringify(builtProgram)}, process.argv.slice(2));\n`,
  );
  return file;
}

/** A case of a test's own, made of an expect.json and the files of its `memory/`. */
export function makeCase(
  expected: unknown,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  const folder = join(temporaryFolder(), 'c01-made');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'memory', path)), { recursive: true });
    writeFileSync(join(folder, 'memory', path), content);
  }
  mkdirSync(join(folder, 'memory'), { recursive: true });
  writeFileSync(join(folder, 'expect.json'), JSON.stringify(expected));
  return folder;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mem-runner-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
