import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { scratchDirectory } from './scratch-directory.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const programs = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);

test.each(programs)('an example of the README runs and prints what it says', async (code) => {
  const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(
    ([, text = '']) => text,
  );
  const printed = execFileSync(process.execPath, [await bundle(code)], {
    cwd: scratchDirectory(),
    encoding: 'utf8',
  });
  // A remark may say more than what is printed.
  const lines = printed.trimEnd().split('\n');
  expect(lines).toEqual(promised.map((text, at) => text.slice(0, lines[at]?.length)));
});

test('there are examples', () => {
  expect(programs).toHaveLength(2);
});

/** One file that runs anywhere, from where packages of this workspace are found. */
async function bundle(code: string): Promise<string> {
  const folder = fileURLToPath(new URL('../build/examples', import.meta.url));
  const input = `${folder}/readme-${process.pid}-${code.length}.js`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(input, code);
  const file = `${scratchDirectory()}/program.mjs`;
  onTestFinished(() => rmSync(input, { force: true }));
  const bundled = await rolldown({
    input,
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['@mem/source', 'import', 'node', 'default'] },
  });
  await bundled.write({ file, format: 'esm', codeSplitting: false });
  await bundled.close();
  return file;
}

const source = readFileSync(new URL('../src/not-committed.ts', import.meta.url), 'utf8');
const [, union = ''] = /^export type NotCommittedReason =\n(.*?);$/ms.exec(source) ?? [];
const reasons = [...union.matchAll(/'([a-z-]+)'/g)].map(([, reason = '']) => reason);
const cli = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');

test.each(reasons)('the README and docs/cli.md tell what ends %s', (reason) => {
  const row = new RegExp(`^\\|(?=[^|]*\`${reason}\`)[^|]+\\|[^|]+\\|$`, 'm');
  expect(readme).toMatch(row);
  expect(cli).toMatch(row);
});

test('there are reasons', () => {
  expect(reasons).toContain('damaged');
});
