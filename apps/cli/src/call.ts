import type { MemoryStore, Problem } from '@mem/core';
import type { ParsedArguments } from './arguments/parse-options.js';
import type { Call, InDirectory } from './command.js';
import { chooseDirectory, type DirectoryChoice } from './directory/choose-directory.js';
import { directoryExists, noDirectory } from './directory/require-directory.js';
import { writeRootNote } from './directory/root-note.js';
import { surroundingsOf } from './directory/surroundings.js';
import type { World } from './world.js';

type Work<Result> = (store: MemoryStore) => Promise<Result>;

/** What a verb may use of its surroundings. */
export function createCall({ values, positionals }: ParsedArguments, world: World): Call<never> {
  const directoryOption = values.dir as string | undefined;
  const choose = () => chooseDirectory(surroundingsOf(world, directoryOption));
  return {
    options: values as never,
    positionals,
    world,
    choose,
    read: (work) => reading(requireChosen(choose()), work),
    write: (work) => writing(requireChosen(choose()), work, world),
  };
}

type Chosen = DirectoryChoice & { readonly directory: string };

function requireChosen(choice: DirectoryChoice): Chosen {
  if (choice.directory === undefined) throw choice.refusal;
  return choice as Chosen;
}

async function reading<Result>(
  { directory }: Chosen,
  work: Work<Result>,
): Promise<InDirectory<Result>> {
  if (!directoryExists(directory)) throw noDirectory(directory);
  return { directory, result: await withStore(directory, work), warnings: [] };
}

/**
 * A directory that was named on purpose must be there: it may be misspelt. One that a rule
 * derived is made by the first write, as Claude Code would.
 */
async function writing<Result>(
  chosen: Chosen,
  work: Work<Result>,
  world: World,
): Promise<InDirectory<Result>> {
  const { directory, source } = chosen;
  const named = source === 'option' || source === 'environment';
  if (!directoryExists(directory) && named) throw noDirectory(directory);
  const result = await withStore(directory, work);
  return { directory, result, warnings: noteRoot(chosen, world) };
}

async function withStore<Result>(directory: string, work: Work<Result>): Promise<Result> {
  const { openStore } = await import('./open-store.js');
  const store = openStore(directory);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
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
