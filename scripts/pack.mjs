// npm run pack: every package as it would be published, in packed/, for a project beside the clone.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, environment, root } from './bootstrap.mjs';

const packed = join(root, 'packed');
ensureInstalled();
ensureBuilt(['@mem/cli', '@mem/mcp']);
rmSync(packed, { recursive: true, force: true });
mkdirSync(packed);
run('typescript/bin/tsc', ['-b']);
run('pnpm/bin/pnpm.cjs', [
  '--recursive',
  '--filter=./packages/*',
  '--filter=./apps/*',
  '--silent',
  'pack',
  '--pack-destination',
  packed,
]);
console.log(`Packed ${readdirSync(packed).length} packages. In a project of yours:`);
console.log(`  npm install ${join(packed, '*.tgz')}`);

function run(program, args) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}
