import { resolve } from 'node:path';
import type { MemoryError } from '@mem/core';
import type { MemoryConflict, MemorySync, PullResult, PushOutcome } from '@mem/git';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand } from '../command.js';
import { codeOf, exitCodes } from '../exit-code.js';
import { conflictJson, conflictLines, openExitCode, openNote } from '../history/conflict-view.js';
import { storageWarnings } from '../history/recorded.js';
import { type Page, styled } from '../terminal/page.js';
import { count, problemJson, warningNotes } from '../view.js';
import type { World } from '../world.js';

const options = {
  pull: { type: 'boolean', description: 'only bring in what the remote has' },
  push: { type: 'boolean', description: 'only give the remote what it lacks' },
  branch: {
    type: 'string',
    value: 'NAME',
    description: 'the branch of the remote (the one of the same name as here)',
  },
  remember: {
    type: 'boolean',
    description: 'note the address as origin, for later calls without one',
  },
} as const;

export const sync = defineCommand({
  usage: 'sync [REMOTE] [--pull | --push] [--branch NAME]',
  summary: 'keep the same memory on several machines, through a git repository they share',
  details: `REMOTE is an address (https, ssh, a folder) or the name of one; origin when omitted. What both
sides changed is merged field by field and line by line. Where that cannot be, both versions are
kept, "mem conflicts" lists them, and the exit code is 3. No other exit code loses or hides text.`,
  options,
  positionals: [0, 1],
  examples: [
    'mem sync git@example.org:me/memory.git --remember',
    'mem sync',
    'mem sync --pull && mem list',
  ],
  async run(call) {
    const { pull, push, remember } = call.options;
    const [remote] = call.positionals;
    if (pull && push) throw new UsageError('--pull and --push exclude each other.');
    if (remember && remote === undefined) {
      throw new UsageError('--remember notes an address: give one.');
    }
    const { directory, result, warnings: others } = await synchronise(call);
    const warnings = [
      ...storageWarnings([
        ...(result.pulled?.warnings ?? []),
        ...(result.pushError ? [result.pushError.message] : []),
      ]),
      ...result.secrets,
      ...others,
    ];
    const { pulled, pushed, conflicts } = result;
    return {
      json: {
        directory,
        pull: pulled?.outcome ?? null,
        push: pushed ?? null,
        changed: pulled?.changed ?? [],
        commit: pulled?.commit ?? null,
        conflicts: conflicts.map(conflictJson),
        warnings: warnings.map(problemJson),
      },
      page: [...pulledLines(pulled), ...pushedLine(pushed), ...conflictLines(conflicts)],
      notes: [...warningNotes(warnings), ...openNote(conflicts)],
      exitCode: exitCodeOf(result),
    };
  },
});

function exitCodeOf({ pushed, conflicts, pushError }: Synchronised): number {
  const open = pushed === 'behind' ? exitCodes.CONFLICT : openExitCode(conflicts);
  return open === 0 && pushError ? exitCodes[codeOf(pushError)] : open;
}

interface Synchronised {
  readonly pulled: PullResult | undefined;
  readonly pushed: PushOutcome | 'failed' | undefined;
  readonly pushError?: MemoryError | undefined;
  readonly conflicts: readonly MemoryConflict[];
}

function synchronise({ options: given, positionals, world, guard, write }: Call<typeof options>) {
  const remote = addressOf(positionals[0], world);
  return write(async (_, git, storage) => {
    const [{ openSync }, { requireGit }] = await Promise.all([
      import('@mem/git'),
      import('../history/read-history.js'),
    ]);
    const { branch, remember } = given;
    const work = openSync({
      ...requireGit(git).options,
      ...(remote !== undefined && { remote }),
      ...(branch !== undefined && { branch }),
    });
    const done = await halves(work, given);
    // An address that does not answer, or that is a slip of the pen, is not noted.
    if (remember && remote !== undefined) await work.connect(remote);
    const { secretWarnings } = await import('../history/secret-warnings.js');
    const changed = done.pulled?.changed ?? [];
    return { ...done, secrets: await secretWarnings(storage, changed, await guard(), world) };
  });
}

async function halves(
  work: MemorySync,
  { pull, push }: { readonly pull?: boolean | undefined; readonly push?: boolean | undefined },
): Promise<Synchronised> {
  if (push) {
    return { pulled: undefined, pushed: await work.push(), conflicts: await work.conflicts() };
  }
  if (pull) {
    return { pulled: await work.pull(), pushed: undefined, conflicts: await work.conflicts() };
  }
  const { push: pushed, pushError, conflicts, ...pulled } = await work.sync();
  return { pulled, pushed, pushError, conflicts };
}

const pullWords = {
  none: 'Nothing new came in',
  forward: 'Brought in',
  merge: 'Merged with what was here',
} as const;

function pulledLines(pulled: PullResult | undefined): Page {
  if (!pulled) return [];
  const { outcome, changed } = pulled;
  const files = outcome === 'none' ? '' : `: ${count(changed.length, 'file', 'files')} changed`;
  return [
    `${pullWords[outcome]}${files}.\n`,
    ...changed.flatMap((path) => ['  ', styled('bold', path), '\n']),
  ];
}

const pushWords: Readonly<Record<PushOutcome | 'failed', string>> = {
  none: 'Nothing new to give.\n',
  pushed: 'Gave the remote what it lacked.\n',
  behind: 'Nothing was given: the remote has changes that must come in first. Use "mem sync".\n',
  failed: 'Nothing was given.\n',
};

function pushedLine(pushed: Synchronised['pushed']): Page {
  return pushed === undefined ? [] : [pushWords[pushed]];
}

/** `./` and `../` are meant from where the command is given, not from where the memories are. */
function addressOf(remote: string | undefined, world: World): string | undefined {
  if (remote === undefined || !/^\.\.?(?:[\\/]|$)/.test(remote)) return remote;
  return resolve(world.workingDirectory, remote);
}
