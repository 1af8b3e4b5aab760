import { writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { MemoryError, StorageError } from '@mem/core';
import { memJsonName } from './find-mem-json.js';
import { findGitRoots } from './git-root.js';
import { isInside } from './inside.js';
import { readJsonObject } from './read-json.js';
import { directoryExists, makeDirectory } from './require-directory.js';

export interface Initialised {
  readonly directory: string;
  /** False when it was there already. */
  readonly created: boolean;
  /** The project that the directory is noted for. */
  readonly project: string | null;
  /** The `.mem.json` that names it. */
  readonly config: string | null;
}

/**
 * Makes a memory directory inside the project, and the `.mem.json` at the project's top that
 * names it. Doing it again changes nothing.
 *
 * @throws MemoryError REFUSED when the path leads outside, or another directory is named already
 */
export function makeProjectMemory(path: string, workingDirectory: string): Initialised {
  const project = findGitRoots(workingDirectory)?.worktree ?? workingDirectory;
  const directory = resolve(workingDirectory, path);
  if (!isInside(project, directory)) {
    throw new MemoryError(
      'REFUSED',
      `${directory} is outside the project ${project}. Name a path inside it, or use "mem init --dir".`,
    );
  }
  const config = join(project, memJsonName);
  const value = relative(project, directory).split(sep).join('/') || '.';
  const isNamed = checkConfig(config, directory, project);
  const created = !directoryExists(directory);
  if (created) makeDirectory(directory);
  if (!isNamed) writeConfig(config, value);
  return { directory, created, project, config };
}

/** True when the file names this directory already; false when there is no file. */
function checkConfig(config: string, directory: string, project: string): boolean {
  const file = readJsonObject(config);
  if (file.kind === 'absent') return false;
  const named = file.kind === 'object' ? file.value.directory : undefined;
  if (typeof named === 'string' && resolve(project, named) === directory) return true;
  throw new MemoryError(
    'REFUSED',
    `${config} is there already and does not name ${directory}. Change it by hand, or remove it first.`,
  );
}

function writeConfig(config: string, directory: string): void {
  try {
    writeFileSync(config, `${JSON.stringify({ directory }, undefined, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StorageError(`${config} could not be written (${code}).`, {
      operation: 'init',
      cause: error,
    });
  }
}
