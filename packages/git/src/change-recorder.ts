import {
  type Change,
  type CheckpointResult,
  indexPath,
  type Storage,
  type StoragePath,
} from '@mem/core';
import { errorCode, placeOf } from '@mem/fs-node/internal';
import { type CommitOutcome, Committer } from './committer.js';
import { makerOf } from './maker-of.js';
import { notCommittedBy } from './obstacle-of.js';
import { type RecordedStep, withoutContents } from './waiting-change.js';
import { type OpenStep, WaitingChanges } from './waiting-changes.js';
import type { GitOptions } from './with-git.js';
import { WorkFolder } from './work-folder.js';

interface Work {
  readonly waiting: WaitingChanges;
  readonly committer: Committer;
}

interface OwnStep {
  readonly recorded: RecordedStep;
  readonly announced: OpenStep;
  /** How many writes it stands for. */
  readonly writes: number;
}

/** What is taken into one change. */
interface TakenSteps {
  readonly paths: readonly StoragePath[];
  readonly isAbsorbed: boolean;
  readonly steps: Map<StoragePath, OwnStep>;
}

/** What this storage does to files, until their checkpoint makes it a change that waits. */
export class ChangeRecorder {
  readonly #storage: Storage;
  readonly #options: GitOptions;
  readonly #steps = new Map<StoragePath, OwnStep>();
  /** Writes that went into the commit of another change of the same entry, made at the same time. */
  readonly #absorbed = new Map<StoragePath, number>();
  #work: Work | undefined;

  constructor(storage: Storage, options: GitOptions) {
    this.#storage = storage;
    this.#options = options;
  }

  /** Runs the action, which changes the file, as the next step in the order of all processes. */
  async step<T>(
    path: StoragePath,
    after: Uint8Array | null,
    action: () => Promise<T>,
    hasChanged: (result: T) => boolean,
  ): Promise<T> {
    const work = this.#tryToWork();
    // Without a place to note it the memory still is written; the next look finds it as it is.
    if (work === undefined) return await action();
    let run: Promise<T> | undefined;
    try {
      return await work.waiting.inOrder(() => {
        run = this.#stepInOrder(work, path, after, action, hasChanged);
        return run;
      });
    } catch (error) {
      if (run !== undefined) return await run;
      if (isBusy(error)) return await action();
      throw error;
    }
  }

  async #stepInOrder<T>(
    work: Work,
    path: StoragePath,
    after: Uint8Array | null,
    action: () => Promise<T>,
    hasChanged: (result: T) => boolean,
  ): Promise<T> {
    const before = await this.#bytesAt(path);
    const announced = tryTo(() => work.waiting.announce(path));
    let result: T | undefined;
    try {
      result = await action();
      return result;
    } finally {
      if (announced) {
        if (result !== undefined && hasChanged(result)) {
          this.#keep(work, { path, sequence: announced.sequence, before, after }, announced);
        } else tryTo(() => work.waiting.withdraw(announced));
      }
    }
  }

  #keep(work: Work, recorded: RecordedStep, announced: OpenStep): void {
    const earlier = this.#steps.get(recorded.path);
    // Of two steps between checkpoints, the second is what the change left.
    if (earlier) tryTo(() => work.waiting.withdraw(earlier.announced));
    const joined = earlier && { before: earlier.recorded.before, isJoined: true };
    const writes = (earlier?.writes ?? 0) + 1;
    this.#steps.set(recorded.path, { recorded: { ...recorded, ...joined }, announced, writes });
  }

  /**
   * The change is complete: it is noted, and committed if that can be done now. Never rejects.
   *
   * @param kept what the wrapped storage answers to the same change
   */
  async complete(
    change: Change,
    kept: Promise<CheckpointResult> | undefined,
  ): Promise<CommitOutcome> {
    const paths = [...new Set(change.paths)].filter((path) => placeOf(path) === 'open');
    if (paths.length === 0) return { warnings: [] };
    // What belongs to this change is taken before anything else can happen.
    const taken = this.#take(paths);
    try {
      const work = this.#ready();
      const id = await this.#add(work, change, taken, kept);
      return id === undefined ? { warnings: [] } : await work.committer.commit(id);
    } catch (error) {
      // A step that stays announced would keep every process from committing the file.
      for (const step of taken.steps.values()) {
        tryTo(() => this.#work?.waiting.withdraw(step.announced));
      }
      return { notCommitted: notCommittedBy(error), warnings: [] };
    }
  }

  async catchUp(): Promise<CommitOutcome> {
    try {
      return await this.#ready().committer.catchUp();
    } catch (error) {
      return { notCommitted: notCommittedBy(error), warnings: [] };
    }
  }

  #take(paths: readonly StoragePath[]): TakenSteps {
    const isAbsorbed = paths.map((path) => this.#takeAbsorbed(path)).includes(true);
    const steps = new Map<StoragePath, OwnStep>();
    for (const path of paths) {
      const step = this.#takeStep(path);
      if (step) steps.set(path, step);
    }
    return { isAbsorbed, paths, steps };
  }

  async #add(
    work: Work,
    change: Change,
    { isAbsorbed, paths, steps }: TakenSteps,
    kept: Promise<CheckpointResult> | undefined,
  ): Promise<string | undefined> {
    for (const path of paths) {
      if (steps.has(path)) continue;
      const found = () => this.#foundStep(work, path);
      steps.set(path, await work.waiting.inOrder(found));
    }
    const id = (await kept?.catch(() => undefined))?.change;
    const inOrder = paths.flatMap((path) => steps.get(path) ?? []);
    return work.waiting.add(
      {
        message: change.message,
        at: Date.now(),
        ...(id === undefined ? {} : { change: id }),
        ...(change.undoes === undefined ? {} : { undoes: change.undoes }),
        maker: makerOf(this.#options),
        isAbsorbed,
        steps: inOrder.map(({ recorded }) => recorded),
      },
      inOrder.map(({ announced }) => announced),
    );
  }

  #takeStep(path: StoragePath): OwnStep | undefined {
    const step = this.#steps.get(path);
    this.#steps.delete(path);
    if (step && step.writes > 1 && path !== indexPath) this.#absorbed.set(path, step.writes - 1);
    return step;
  }

  #takeAbsorbed(path: StoragePath): boolean {
    const count = this.#absorbed.get(path) ?? 0;
    if (count === 0 || this.#steps.has(path)) return false;
    if (count === 1) this.#absorbed.delete(path);
    else this.#absorbed.set(path, count - 1);
    return true;
  }

  /** Destroys what waits of the contents of this file; what is committed stays in the history. */
  purge(path: StoragePath): void {
    const { waiting } = this.#ready();
    const step = this.#steps.get(path);
    if (step?.recorded.after === null) {
      this.#steps.set(path, { ...step, recorded: withoutContents(step.recorded) });
    } else if (step) {
      this.#steps.delete(path);
      waiting.withdraw(step.announced);
    }
    waiting.purge(path);
  }

  /** A file of the change that was changed through another storage: taken as it is now. */
  async #foundStep(work: Work, path: StoragePath): Promise<OwnStep> {
    const announced = work.waiting.announce(path);
    const after = (await this.#bytesAt(path)) ?? null;
    const recorded = { path, sequence: announced.sequence, before: undefined, after };
    return { recorded, announced, writes: 1 };
  }

  async #bytesAt(path: StoragePath): Promise<Uint8Array | null | undefined> {
    try {
      return (await this.#storage.read(path))?.bytes ?? null;
    } catch {
      return undefined;
    }
  }

  #tryToWork(): Work | undefined {
    return tryTo(() => this.#ready());
  }

  /** Made anew when somebody has removed `.mem/`. */
  #ready(): Work {
    if (this.#work?.waiting.isThere()) return this.#work;
    const { directory, mode = 'auto', git = {} } = this.#options;
    const folder = new WorkFolder(directory);
    const waiting = new WaitingChanges(folder);
    const storage = this.#storage;
    const committer = new Committer(folder, waiting, { storage, program: git, mode });
    this.#work = { waiting, committer };
    return this.#work;
  }
}

function isBusy(error: unknown): boolean {
  return errorCode(error) === 'STORAGE';
}

function tryTo<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
