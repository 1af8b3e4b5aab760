import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createMemoryStore, type MemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { type GitOptions, type MemorySync, openSync, withGit } from '../../src/index.js';
import { git } from '../history/open-memory.js';
import { scratchDirectory } from '../scratch-directory.js';

export interface Clone {
  readonly directory: string;
  readonly store: MemoryStore;
  readonly sync: MemorySync;
}

export type Mode = 'own' | 'private';

/** Two memories, each of its own machine as it were, and an empty repository between them. */
export function openClones(mode: Mode = 'own'): { remote: string; a: Clone; b: Clone } {
  const root = scratchDirectory();
  const remote = `${root}/remote.git`;
  git(root, 'init', '--quiet', '--bare', remote);
  return {
    remote,
    a: openClone(`${root}/a`, remote, mode),
    b: openClone(`${root}/b`, remote, mode),
  };
}

export function openClone(directory: string, remote: string, mode: Mode): Clone {
  mkdirSync(directory, { recursive: true });
  const options: GitOptions = {
    directory,
    mode,
    author: { name: directory.slice(-1), email: `${directory.slice(-1)}@example.org` },
  };
  const storage = withGit(createDirectoryStorage(directory), options);
  return {
    directory,
    store: createMemoryStore(storage),
    sync: openSync({ ...options, remote, branch: 'main' }),
  };
}

/** Every memory file with what it holds. */
export function filesOf({ directory }: Clone): Record<string, string> {
  const names = readdirSync(directory).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(`${directory}/${name}`, 'latin1')]),
  );
}

/** Runs git on the history of a clone, wherever that is. */
export function gitOf({ directory }: Clone, mode: Mode, ...args: string[]): string {
  return mode === 'own'
    ? git(directory, ...args)
    : git(directory, `--git-dir=${directory}/.mem/history.git`, ...args);
}
