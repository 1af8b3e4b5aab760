import { StorageError } from '@mem/core';
import {
  directoryExists,
  type Initialised,
  locateClaudeMemory,
  makeDirectory,
  makeProjectMemory,
  memJsonName,
  surroundingsOf,
  writeRootNote,
} from '@mem/fs-node/directory-rule';
import { keptHistory, sparsePlace } from '@mem/git/kept-history';
import { UsageError } from '../arguments/usage-error.js';
import { defineCommand, type Outcome } from '../command.js';
import type { BegunHistory } from '../history/begin-history.js';
import { recordedLine } from '../history/recorded.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import type { World } from '../world.js';

export const init = defineCommand({
  usage: 'init [PATH] [--adopt] [--git [--private] | --no-git]',
  summary: 'make the memory directory of this project',
  details: `Without PATH: the directory that "mem where" names. With PATH: that directory inside the
project, and a ${memJsonName} at the project’s top that names it for everybody who works there.
With --git every change becomes a commit: in the repository that has the directory, else in one of
its own. --private keeps the history beside the memories, where no other git sees it.`,
  options: {
    adopt: {
      type: 'boolean',
      description: 'take over the directory of this project’s former place or name',
    },
    git: { type: 'boolean', description: 'make every change from now on a commit' },
    private: { type: 'boolean', description: 'with --git: in a history that only mem sees' },
    'no-git': { type: 'boolean', description: 'make no commits any more; the history stays' },
  },
  positionals: [0, 1],
  completes: 'directory',
  examples: [
    'mem init',
    'mem init docs/memory',
    'mem init --git',
    'mem init --dir ~/notes/memory --git --private',
  ],
  async run({ options, positionals, world, choose }) {
    const [path] = positionals;
    refuseContradiction(options);
    const begin = (made: Initialised) => withHistory(made, options, world);
    if (path !== undefined && (options.adopt || options.dir !== undefined)) {
      throw new UsageError('PATH excludes --adopt and --dir.');
    }
    if (path !== undefined) return begin(makeProjectMemory(path, world.workingDirectory));
    if (options.adopt) adopt(world);
    const { directory, projectRoot, refusal } = choose();
    if (directory === undefined) throw refusal;
    const created = !directoryExists(directory);
    if (created) makeDirectory(directory);
    if (projectRoot !== undefined) noteRoot(directory, projectRoot, world);
    return begin({ directory, created, project: projectRoot ?? null, config: null });
  },
});

/** The directory by its name becomes this project's, whoever it was noted for. */
function adopt(world: World): void {
  const answer = locateClaudeMemory(surroundingsOf(world));
  if (answer.kind === 'chosen' && answer.projectRoot !== undefined) {
    noteRoot(answer.directory, answer.projectRoot, world);
  }
}

function noteRoot(directory: string, root: string, world: World): void {
  try {
    writeRootNote(directory, root, world);
  } catch (error) {
    throw new StorageError(
      `Could not note in the state folder that ${directory} belongs to ${root} (${(error as NodeJS.ErrnoException).code}). Set XDG_STATE_HOME to a folder that can be written.`,
      { operation: 'init', cause: error },
    );
  }
}

interface HistoryWish {
  readonly git: boolean | undefined;
  readonly private: boolean | undefined;
  readonly 'no-git': boolean | undefined;
}

function refuseContradiction({ git, private: isPrivate, 'no-git': off }: HistoryWish): void {
  if (git && off) throw new UsageError('--git and --no-git exclude each other.');
  if (isPrivate && !git) throw new UsageError('--private says where --git keeps the history.');
}

async function withHistory(
  made: Initialised,
  { git, private: isPrivate = false, 'no-git': off }: HistoryWish,
  world: World,
): Promise<Outcome> {
  const { directory } = made;
  if (sparsePlace(directory) !== undefined) {
    const { bringBackHidden } = await import('../history/hidden-memories.js');
    await bringBackHidden(directory, world);
  }
  if (git) {
    const { beginHistory } = await import('../history/begin-history.js');
    return initOutcome(made, await beginHistory(directory, isPrivate, world));
  }
  if (off) {
    const { writeSetting } = await import('../history/write-setting.js');
    await writeSetting(directory, 'off');
  }
  const mode = keptHistory(directory);
  return initOutcome(made, mode === undefined ? null : { mode, commit: null, notCommitted: null });
}

const places: Readonly<Record<BegunHistory['mode'], string>> = {
  host: 'the repository around the directory',
  own: 'the directory’s own repository',
  private: 'a private history below .mem',
};

function initOutcome(
  { directory, created, project, config }: Initialised,
  history: BegunHistory | null,
): Outcome {
  const page: Page = [
    created ? 'Made ' : 'Already there: ',
    styled('bold', directory),
    '\n',
    ...(config === null ? [] : ['Named by ', styled('bold', config), '\n']),
    ...(history === null ? [] : [`Every change becomes a commit in ${places[history.mode]}.\n`]),
    ...recordedLine(history),
  ];
  const waits = history?.notCommitted;
  return {
    json: { directory, created, project, config, history },
    page,
    notes: waits ? [styled('yellow', 'warning:'), ` ${oneLine(waits.message)}\n`] : [],
  };
}
