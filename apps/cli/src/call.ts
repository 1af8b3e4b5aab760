import type { GuardOptions, Ignore, MemoryStore, Problem, Storage } from '@mem/core';
import {
  chooseDirectory,
  type DirectoryChoice,
  directoryExists,
  guardSettings,
  noDirectory,
  surroundingsOf,
  writeRootNote,
} from '@mem/fs-node/directory-rule';
import { keptHistory, missedHistory, sparsePlace } from '@mem/git/kept-history';
import type { ParsedArguments } from './arguments/parse-options.js';
import { UsageError } from './arguments/usage-error.js';
import type { Call, InDirectory, Written } from './command.js';
import type { GitWork } from './history/open-git-store.js';
import type { Recorded } from './history/recorded.js';
import type { World } from './world.js';

type Work<Result> = (store: MemoryStore, storage: Storage) => Promise<Result>;
type WriteWork<Result> = (
  store: MemoryStore,
  git: GitWork | undefined,
  storage: Storage,
) => Promise<Result>;

/** What a verb may use of its surroundings. */
export function createCall({ values, positionals }: ParsedArguments, world: World): Call<never> {
  const directoryOption = values.dir as string | undefined;
  if (directoryOption === '') throw new UsageError('--dir is empty. Give it a directory.');
  const choose = () => chooseDirectory(surroundingsOf(world, directoryOption));
  return {
    options: values as never,
    positionals,
    world,
    choose,
    guard: () => guardSettings(world, requireChosen(choose()).directory),
    read: async (work) => {
      const ignore = await ignored(values.ignore as readonly string[] | undefined, world);
      return reading(requireChosen(choose()), work, ignore, world);
    },
    write: (work) => writing(requireChosen(choose()), work, world),
    readHistory: async (work) => {
      const { directory } = requireChosen(choose());
      if (!directoryExists(directory)) throw await absent(directory, world);
      const ignore = await ignored(values.ignore as readonly string[] | undefined, world);
      const { readHistory } = await import('./history/read-history.js');
      return readHistory(directory, ignore, work, world);
    },
  };
}

type Chosen = DirectoryChoice & { readonly directory: string };

function requireChosen(choice: DirectoryChoice): Chosen {
  if (choice.directory === undefined) throw choice.refusal;
  return choice as Chosen;
}

/** Most calls ignore nothing and need not load what that takes. */
async function ignored(
  given: readonly string[] | undefined,
  { environment }: World,
): Promise<Ignore | undefined> {
  if (given === undefined && !environment.MEM_IGNORE) return undefined;
  return (await import('./arguments/ignore.js')).ignoreOf(given, environment.MEM_IGNORE);
}

async function reading<Result>(
  { directory }: Chosen,
  work: Work<Result>,
  ignore: Ignore | undefined,
  world: World,
): Promise<InDirectory<Result>> {
  if (!directoryExists(directory)) throw await absent(directory, world);
  // Settings that cannot be used keep nobody from reading.
  const guard = await guardSettings(world, directory).catch(() => ({}));
  return { directory, result: await withStore(directory, work, guard, ignore), warnings: [] };
}

/** Only where a sparse checkout may hide some. */
async function hiddenMemories(directory: string) {
  if (sparsePlace(directory) === undefined) return undefined;
  return await import('./history/hidden-memories.js');
}

async function absent(directory: string, world: World): Promise<Error> {
  const hidden = await hiddenMemories(directory);
  return (await hidden?.hiddenDirectory(directory, world)) ?? noDirectory(directory);
}

/**
 * A directory that was named on purpose must be there: it may be misspelt. One that a rule
 * derived is made by the first write, as Claude Code would.
 */
async function writing<Result>(
  chosen: Chosen,
  work: WriteWork<Result>,
  world: World,
): Promise<Written<Result>> {
  const { directory, source } = chosen;
  const named = source === 'option' || source === 'environment';
  const hidden = await hiddenMemories(directory);
  const back = (await hidden?.bringBackHidden(directory, world)) ?? [];
  if (!directoryExists(directory) && named) throw noDirectory(directory);
  const { result, history } = await withHistory(directory, work, world);
  const missed = history === null ? await noteMissed(directory) : [];
  return { directory, result, history, warnings: [...back, ...noteRoot(chosen, world), ...missed] };
}

/** What commits is loaded only where there is something to commit to. */
async function withHistory<Result>(
  directory: string,
  work: WriteWork<Result>,
  world: World,
): Promise<{ result: Result; history: Recorded | null }> {
  const kept = keptHistory(directory);
  const guard = await guardSettings(world, directory);
  if (kept === undefined) {
    const result = await withStore(
      directory,
      (store, storage) => work(store, undefined, storage),
      guard,
    );
    return { result, history: null };
  }
  const { openGitStore } = await import('./history/open-git-store.js');
  const { store, storage, git, recorded } = openGitStore(directory, kept, world, guard);
  try {
    return { result: await work(store, git, storage), history: recorded() };
  } finally {
    await store.close();
  }
}

async function withStore<Result>(
  directory: string,
  work: Work<Result>,
  guard: GuardOptions,
  ignore?: Ignore,
): Promise<Result> {
  const { openStore } = await import('./open-store.js');
  const { store, storage } = openStore(directory, guard, ignore);
  try {
    return await work(store, storage);
  } finally {
    await store.close();
  }
}

/** Commits must not stop without a word. */
async function noteMissed(directory: string): Promise<Problem[]> {
  const message = await missedHistory(directory);
  return message === undefined ? [] : [{ kind: 'storage-warning', path: '.', message }];
}

/** The change is done by now, so failing here is a note and no error. */
function noteRoot({ directory, projectRoot }: Chosen, world: World): Problem[] {
  if (projectRoot === undefined) return [];
  try {
    writeRootNote(directory, projectRoot, world);
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = `Could not note in the state folder which project this directory belongs to (${code ?? 'unknown'}).`;
    return [{ kind: 'storage-warning', path: '.', message }];
  }
}
