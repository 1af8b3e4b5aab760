import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The tests drive the built program: it is made from the sources as they are now. */
export default function buildBin(): void {
  const rolldown = fileURLToPath(
    new URL('../../../node_modules/rolldown/bin/cli.mjs', import.meta.url),
  );
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, [rolldown, '-c'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
