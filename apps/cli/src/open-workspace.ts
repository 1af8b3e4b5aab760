import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Workspace } from '@mem/core';
import { createWorkspace } from '@mem/fs-node';
import type { DirectoryChoice } from '@mem/fs-node/directory-rule';
import { UsageError } from './arguments/usage-error.js';
import type { World } from './world.js';

export interface OpenWorkspace {
  readonly root: string;
  readonly workspace: Workspace;
}

/**
 * The project that the memories speak about: the one that was named, else the one that the choice
 * of the memory directory rests on; undefined where it rests on none. The memory directory itself
 * is left out, since every word of a memory stands there.
 *
 * @throws UsageError when the named one is no directory
 */
export function openWorkspace(
  given: string | undefined,
  { directory, workspace }: DirectoryChoice,
  { workingDirectory }: World,
): OpenWorkspace | undefined {
  const root = given === undefined ? workspace : resolve(workingDirectory, given);
  if (root === undefined) return undefined;
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${root} is no directory. Give --workspace the folder of a project.`);
  }
  const exclude = directory === undefined ? [] : [directory];
  return { root, workspace: createWorkspace(root, { exclude }) };
}

/**
 * The same, for work that is about nothing else.
 *
 * @throws UsageError when there is no telling which project it is, too
 */
export function requireWorkspace(
  given: string | undefined,
  choice: DirectoryChoice,
  world: World,
): OpenWorkspace {
  const opened = openWorkspace(given, choice, world);
  if (opened) return opened;
  throw new UsageError(
    'It is not known which project these memories are about. Name its folder with --workspace.',
  );
}
