import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type DatabaseConstructor from 'better-sqlite3';

/**
 * SQLite, or undefined where it cannot be built. Installing the workspace does not build it, which
 * takes a compiler and a minute; the first benchmark that wants it does.
 */
export function loadSqlite(): typeof DatabaseConstructor | undefined {
  const require = createRequire(import.meta.url);
  const load = (): typeof DatabaseConstructor => {
    const Database = require('better-sqlite3') as typeof DatabaseConstructor;
    new Database(':memory:').close();
    return Database;
  };
  try {
    return load();
  } catch {
    process.stderr.write('Building better-sqlite3, once; this takes a minute …\n');
    const folder = dirname(require.resolve('better-sqlite3/package.json'));
    spawnSync('npm', ['run', 'install'], { cwd: folder, stdio: 'ignore' });
  }
  try {
    return load();
  } catch {
    return undefined;
  }
}
