import { setTimeout as pause } from 'node:timers/promises';
import type { Storage, StorageWarning } from '@mem/core';
import { type DrainResult, drainWaiting } from './drain-waiting.js';
import { DrainWorld } from './drain-world.js';
import type { HistoryMode } from './find-repository.js';
import type { GitProgram } from './git-program.js';
import { withLease } from './lease.js';
import type { NotCommitted } from './not-committed.js';
import { notCommittedBy } from './obstacle-of.js';
import type { ChangeResult, WaitingChanges } from './waiting-changes.js';
import type { WorkFolder } from './work-folder.js';

const leasePatienceMs = 15_000;
/** How long a change waits for the checkpoint of an earlier one of the same entry. */
const orderPatienceMs = 3000;

export interface CommitterOptions {
  readonly storage: Storage;
  readonly program: GitProgram;
  readonly mode: HistoryMode;
}

export interface CommitOutcome extends ChangeResult {
  readonly warnings: readonly StorageWarning[];
}

/** Turns the changes that wait into commits. One process does it at a time, for all of them. */
export class Committer {
  readonly #folder: WorkFolder;
  readonly #waiting: WaitingChanges;
  readonly #world: DrainWorld;

  constructor(folder: WorkFolder, waiting: WaitingChanges, options: CommitterOptions) {
    this.#folder = folder;
    this.#waiting = waiting;
    this.#world = new DrainWorld(folder, waiting, options);
  }

  /** Never rejects: the change is made, and what is not committed now is committed later. */
  async commit(id: string): Promise<CommitOutcome> {
    const started = performance.now();
    for (;;) {
      const isLate = performance.now() - started > orderPatienceMs;
      const drained = await this.#drain({ id, force: isLate });
      if (drained === 'settled') return this.#toldOutcome(id);
      if (drained instanceof Error) return failed(notCommittedBy(drained));
      const result = drained.results.get(id);
      if (result) return { ...result, warnings: drained.warnings };
      await pause(2 + Math.random() * 8);
    }
  }

  /** Commits all that is left, and what others did. */
  async catchUp(): Promise<CommitOutcome> {
    const drained = await this.#drain({ force: true });
    if (drained === 'settled') return { warnings: [] };
    if (drained instanceof Error) return failed(notCommittedBy(drained));
    const { last, leftOut, warnings } = drained;
    return {
      ...(last === undefined ? {} : { commit: last }),
      // All else is committed: a warning, not the answer.
      warnings: leftOut ? [...warnings, { message: leftOut.message }] : warnings,
    };
  }

  async #drain(options: { id?: string; force: boolean }): Promise<DrainResult | 'settled' | Error> {
    const { id, force } = options;
    const lease = {
      patience: leasePatienceMs,
      isNeedless: () => id !== undefined && !this.#waiting.has(id),
    };
    try {
      const run = () => drainWaiting(this.#world, { force, ...(id ? { asking: id } : {}) });
      return (await withLease(this.#folder, 'commit', lease, run)) ?? 'settled';
    } catch (error) {
      return error instanceof Error ? error : new Error('unknown failure', { cause: error });
    }
  }

  /** Another process has committed it for us, or this one for an earlier caller. */
  #toldOutcome(id: string): CommitOutcome {
    return { ...this.#waiting.takeResult(id), warnings: [] };
  }
}

function failed(notCommitted: NotCommitted): CommitOutcome {
  return { notCommitted, warnings: [] };
}
