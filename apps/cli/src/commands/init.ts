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
import { UsageError } from '../arguments/usage-error.js';
import { defineCommand, type Outcome } from '../command.js';
import { type Page, styled } from '../terminal/page.js';
import type { World } from '../world.js';

export const init = defineCommand({
  usage: 'init [PATH] [--adopt]',
  summary: 'make the memory directory of this project',
  details: `Without PATH: the directory that "mem where" names. With PATH: that directory inside the
project, and a ${memJsonName} at the project’s top that names it for everybody who works there.`,
  options: {
    adopt: {
      type: 'boolean',
      description: 'take over the directory of this project’s former place or name',
    },
  },
  positionals: [0, 1],
  completes: 'directory',
  examples: ['mem init', 'mem init docs/memory', 'mem init --dir ~/notes/memory'],
  async run({ options, positionals, world, choose }) {
    const [path] = positionals;
    if (path !== undefined && (options.adopt || options.dir !== undefined)) {
      throw new UsageError('PATH excludes --adopt and --dir.');
    }
    if (path !== undefined) return initOutcome(makeProjectMemory(path, world.workingDirectory));
    if (options.adopt) adopt(world);
    const { directory, projectRoot, refusal } = choose();
    if (directory === undefined) throw refusal;
    const created = !directoryExists(directory);
    if (created) makeDirectory(directory);
    if (projectRoot !== undefined) noteRoot(directory, projectRoot, world);
    return initOutcome({ directory, created, project: projectRoot ?? null, config: null });
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

function initOutcome({ directory, created, project, config }: Initialised): Outcome {
  const page: Page = [
    created ? 'Made ' : 'Already there: ',
    styled('bold', directory),
    '\n',
    ...(config === null ? [] : ['Named by ', styled('bold', config), '\n']),
  ];
  return { json: { directory, created, project, config }, page };
}
