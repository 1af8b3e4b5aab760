import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = join(root, 'apps/cli');

/** The tests drive the built program: it is made anew when a source is younger than it. */
export default function buildBin(): void {
  const built = statSync(join(here, 'dist/mem.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = [
    'apps/cli',
    'packages/core',
    'packages/fs-node',
    'packages/git',
    'packages/session',
  ].map((path) => join(root, path));
  if (sources.every((folder) => youngest(join(folder, 'src')) < built)) return;
  const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs');
  execFileSync(process.execPath, [rolldown, '-c'], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function youngest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  return Math.max(...times);
}
