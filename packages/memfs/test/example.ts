import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The TypeScript on a page, as one program. */
export function codeOn(page: string): string {
  const text = readFileSync(`${repository}/${page}`, 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code).join('\n');
}

/** What the comments beside `console.log` say that the program prints. */
export function promisedOutput(code: string): string {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)]
    .map(([, text]) => `${text}\n`)
    .join('');
}

/** Writes the code where a package of this workspace finds what it needs; the path of the file. */
export function layOut(name: string, code: string, at = 'packages/memfs'): string {
  const folder = `${repository}/${at}/build/examples`;
  const file = `${folder}/${name}-${process.pid}.ts`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, code);
  afterAll(() => rmSync(file, { force: true }));
  return file;
}

/** Compiles with the strict settings of the workspace. @throws what the compiler found in it */
export function checkTypes(file: string): void {
  const project = `${file}.json`;
  afterAll(() => rmSync(project, { force: true }));
  writeFileSync(
    project,
    JSON.stringify({ extends: `${repository}/tsconfig.check.json`, include: [], files: [file] }),
  );
  try {
    execFileSync(`${repository}/node_modules/.bin/tsc`, ['-p', project], { encoding: 'utf8' });
  } catch (error) {
    // The sources of other packages are compiled along, and are checked by their own tests.
    const found = (error as { stdout: string }).stdout.split('\n');
    const own = found.filter((line) => line.includes(basename(file)));
    if (own.length > 0) throw new Error(own.join('\n'));
  }
}

/** Runs the program in an empty directory; what it prints. */
export async function outputOf(file: string): Promise<string> {
  const program = `${file}.mjs`;
  afterAll(() => rmSync(program, { force: true }));
  const bundle = await rolldown({
    input: file,
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['@mem/source', 'import', 'node', 'default'] },
  });
  await bundle.write({ file: program, format: 'esm', codeSplitting: false });
  await bundle.close();
  const cwd = mkdtempSync(`${tmpdir()}/mem-example-`);
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));
  return execFileSync(process.execPath, [program], { cwd, encoding: 'utf8' });
}
