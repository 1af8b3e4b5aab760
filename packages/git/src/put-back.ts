import { isMemoryError, type StoragePath, type StorageWarning } from '@mem/core';
import { type FileToRestore, restoreFiles } from '@mem/core/internal';
import type { DrainWorld } from './drain-world.js';
import { withEditsBefore } from './edits-before.js';
import type { OutsideChange, PlanInput } from './plan-commits.js';
import type { Repository } from './repository.js';
import { type LookedAt, lookAtFiles } from './set-back-files.js';
import type { WaitingChange } from './waiting-change.js';
import type { OpenStep } from './waiting-changes.js';

export interface PutBackInput {
  readonly world: DrainWorld;
  readonly repository: Repository;
  readonly waiting: readonly WaitingChange[];
  readonly open: readonly OpenStep[];
  readonly isCommitted: PlanInput['isCommitted'];
  /** The newest step on a path that is in a commit. */
  readonly committed: ReadonlyMap<StoragePath, number>;
  /** The change that was made just now: its files are as it left them. */
  readonly asking: string | undefined;
  /** The last step that waits because of something which ends in git setting files back. */
  readonly interruptedUntil: number | undefined;
}

export interface PutBack {
  /** The changes, as they are on top of the last commit. */
  readonly waiting: readonly WaitingChange[];
  /** What somebody has made of the files after these changes. */
  readonly since: readonly OutsideChange[];
  readonly warnings: readonly StorageWarning[];
}

/**
 * While changes wait for their commit, git may set files back: `git rebase --abort` does so without
 * a word, and a branch can only be left that way. What was saved is put back on top of what git has
 * put there, into the file too. Where it does not fit, what git has put there stays, and the saved
 * text is in the history only. So it is where nothing was in progress, or other saved files stand as
 * they were saved: then a person has set this one back.
 */
export async function putBack(input: PutBackInput): Promise<PutBack> {
  const found = await lookAtFiles(input);
  const writes = found.flatMap((file) => file.write ?? []);
  if (!(await written(input.world, writes))) {
    return { waiting: input.waiting, since: [], warnings: [] };
  }
  const steps = await withEditsBefore(input, new Map(found.flatMap(({ replaced }) => replaced)));
  return {
    waiting: input.waiting.map((change) => ({
      ...change,
      steps: change.steps.map((step) => steps.get(step) ?? step),
    })),
    since: found.flatMap(({ since }) => since ?? []),
    warnings: warningsFor(found),
  };
}

/** False when somebody was faster: the next time looks again. */
async function written(world: DrainWorld, files: readonly FileToRestore[]): Promise<boolean> {
  if (files.length === 0) return true;
  try {
    await world.waiting.inOrder(() => restoreFiles(world.storage, files));
    return true;
  } catch (error) {
    if (isMemoryError(error)) return false;
    throw error;
  }
}

function warningsFor(found: readonly LookedAt[]): StorageWarning[] {
  return (['put-back', 'kept-aside', 'set-back', 'gone'] as const).flatMap((outcome) => {
    const paths = found.filter((file) => file.outcome === outcome).map(({ path }) => path);
    return paths.length === 0 ? [] : [{ message: warnings[outcome](paths.join(', ')) }];
  });
}

const warnings = {
  'put-back': (names: string) =>
    `Git had set ${names} back before the changes of them were committed. They are made again.`,
  'kept-aside': (names: string) =>
    `Git had set ${names} back before the changes of them were committed, and they do not fit what is there now. They are in the history: \`mem log NAME\` lists them, \`mem restore NAME --at REVISION\` brings one back, \`mem index --rebuild\` lists what MEMORY.md lacks.`,
  'set-back': (names: string) =>
    `${names} was set back before its changes were committed, and stays so. They are in the history: \`mem log NAME\` lists them, \`mem restore NAME --at REVISION\` brings one back.`,
  gone: (names: string) =>
    `${names} is gone, and was removed before its changes were committed. They are in the history: \`mem log NAME\` lists them, \`mem restore NAME --at REVISION\` brings one back.`,
};
