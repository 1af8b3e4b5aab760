import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createMemoryStore, type Ignore, MemoryError, type Workspace } from '@mem/core';
import {
  chooseDirectory,
  type DirectoryChoice,
  directoryExists,
  guardSettings,
  noDirectory,
  type Surroundings,
  surroundingsOf,
  writeRootNote,
} from '@mem/fs-node/directory-rule';
import type { MemoryPlace } from '../server/memory-place.js';
import { hiddenMemories } from './hidden-memories.js';
import { openStorage } from './open-history.js';
import { placeLabel } from './place-label.js';

export interface PlacesWanted {
  /** Of `--dir`. */
  readonly dir: string | undefined;
  /** Of `--store`: names and directories. */
  readonly stores: readonly { readonly name: string; readonly directory: string }[];
  /** Of `--workspace`. */
  readonly workspace: string | undefined;
  readonly ignore: Ignore | undefined;
}

export interface OpenedPlace extends MemoryPlace {
  /** Where it is on this machine; for the log only. */
  readonly directory: string;
}

type Given = Omit<Surroundings, 'directoryOption'>;

/**
 * The directories to serve, by the rule that every program of the project follows. A directory
 * that was named on purpose must be there: it may be misspelt.
 *
 * @throws MemoryError, with paths of the host: for the person who starts the server
 */
export async function openPlaces(
  wanted: PlacesWanted,
  surroundings: Given,
): Promise<OpenedPlace[]> {
  const inHome = (path: string | undefined) => fromHome(path, surroundings);
  const named = wanted.stores.map(({ name, directory }) => ({
    name,
    // `auto`: what would be served if nothing was named.
    directory: directory === 'auto' ? undefined : inHome(directory),
  }));
  const places = named.length > 0 ? named : [{ name: 'memory', directory: inHome(wanted.dir) }];
  const rest = { ...wanted, workspace: inHome(wanted.workspace) };
  return await Promise.all(
    places.map(({ name, directory }) => openPlace(name, directory, rest, surroundings)),
  );
}

/** Clients start a server without a shell, and so do not replace a `~`. */
function fromHome(path: string | undefined, surroundings: Given): string | undefined {
  if (path === '~') return surroundings.homeDirectory;
  return path?.startsWith('~/') ? join(surroundings.homeDirectory, path.slice(2)) : path;
}

async function openPlace(
  name: string,
  directoryOption: string | undefined,
  { workspace, ignore }: PlacesWanted,
  surroundings: Given,
): Promise<OpenedPlace> {
  const choice = chooseDirectory(surroundingsOf(surroundings, directoryOption));
  const { directory, source } = choice;
  if (directory === undefined) throw choice.refusal;
  const isNamed = source === 'option' || source === 'environment';
  if (!directoryExists(directory) && isNamed) throw noDirectory(directory);
  const { storage, history } = await openStorage(directory, surroundings.environment);
  const guard = await guardSettings(surroundings, directory);
  const store = createMemoryStore(storage, { ignore, keepIndex: true, guard });
  return {
    name,
    directory,
    label: placeLabel(choice, directory),
    store,
    ...(ignore !== undefined && { hides: hiddenMemories(store, createMemoryStore(storage)) }),
    openWorkspace: workspaceOpener(workspace ?? choice.workspace, directory, surroundings),
    ...(ignore === undefined && { listFiles: async () => (await storage.changesSince()).changed }),
    // A history cannot leave memories out.
    history: ignore === undefined ? history : undefined,
    ...(storage.watch && { watch: storage.watch }),
    afterChange: rootNoter(choice, directory, surroundings),
  };
}

/**
 * The memory directory itself is left out of it: every word of a memory stands there. It is loaded
 * when it is first wanted, since no client should wait for it at the start.
 */
function workspaceOpener(
  given: string | undefined,
  directory: string,
  { workingDirectory }: Given,
): (() => Promise<Workspace>) | undefined {
  if (given === undefined) return undefined;
  const root = resolve(workingDirectory, given);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new MemoryError(
      'REFUSED',
      `${root} is no directory. Give --workspace a project’s folder.`,
    );
  }
  let opened: Promise<Workspace> | undefined;
  return async () => {
    opened ??= import('./workspace.js').then(({ createWorkspace }) =>
      createWorkspace(root, { exclude: [directory] }),
    );
    return await opened;
  };
}

/** After the first change: notes which project the directory belongs to, where only its name says so. */
function rootNoter(
  { projectRoot }: DirectoryChoice,
  directory: string,
  surroundings: Given,
): () => string | undefined {
  let pending = projectRoot !== undefined;
  return () => {
    if (!pending || projectRoot === undefined) return undefined;
    pending = false;
    try {
      writeRootNote(directory, projectRoot, surroundings);
      return undefined;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
      return `Could not note in the state folder that this directory belongs to ${basename(projectRoot)} (${code}).`;
    }
  };
}
