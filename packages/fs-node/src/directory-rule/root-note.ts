import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJsonObject } from './read-json.js';
import type { Surroundings } from './surroundings.js';

// Which project a memory directory belongs to. It holds for this machine only (elsewhere the
// project has another path), so it is kept in the user's state folder, not in the directory,
// which may be synchronised.

type Settings = Pick<Surroundings, 'environment' | 'homeDirectory'>;

export function readRootNote(directory: string, settings: Settings): string | undefined {
  const file = readJsonObject(notePath(directory, settings));
  if (file.kind !== 'object' || file.value.directory !== directory) return undefined;
  return typeof file.value.root === 'string' ? file.value.root : undefined;
}

/** @throws what the file system says */
export function writeRootNote(directory: string, root: string, settings: Settings): void {
  if (readRootNote(directory, settings) === root) return;
  const path = notePath(directory, settings);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, `${JSON.stringify({ directory, root })}\n`, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function notePath(directory: string, { environment, homeDirectory }: Settings): string {
  const state = environment.XDG_STATE_HOME?.startsWith('/')
    ? environment.XDG_STATE_HOME
    : join(homeDirectory, '.local', 'state');
  // Loaded here, since most calls never need it and it takes longer than the rest of them.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const id = createHash('sha256').update(directory).digest('hex').slice(0, 32);
  return join(state, 'mem', 'projects', `${id}.json`);
}
