import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createMemoryStore, type MemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { type GitOptions, type History, openHistory, withGit } from '../../src/index.js';
import { scratchDirectory } from '../scratch-directory.js';

export interface TestMemory {
  readonly directory: string;
  readonly store: MemoryStore;
  readonly history: History;
}

/** A memory with a history in an empty directory. */
export function openMemory(
  mode: NonNullable<GitOptions['mode']> = 'own',
  directory = scratchDirectory(),
): TestMemory {
  mkdirSync(directory, { recursive: true });
  const options: GitOptions = { directory, mode, tool: 'mem', agent: 'tester' };
  const storage = withGit(createDirectoryStorage(directory), options);
  return {
    directory,
    store: createMemoryStore(storage),
    history: openHistory(directory, { ...options, storage }),
  };
}

/** Runs the real git, as a person would. */
export function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Hand', '-c', 'user.email=hand@example.org'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });
}
