import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

/** For tests that drive a built program: it is made anew when a source is younger than it. */
export function buildProgram(app: string, program: string): void {
  const built = statSync(join(root, app, program), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  if ([app, ...packages].every((folder) => youngest(join(root, folder, 'src')) < built)) return;
  const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs');
  execFileSync(process.execPath, [rolldown, '-c'], {
    cwd: join(root, app),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function youngest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  return Math.max(...times);
}
