import { indexPath, type StoragePath } from '@mem/core';
import { messageOf, type OutsideAction, outsideMessage } from './commit-message.js';
import type { ChangeMaker, RecordedStep, WaitingChange } from './waiting-change.js';

export interface FileChange {
  readonly path: StoragePath;
  /** Null removes the file. */
  readonly bytes: Uint8Array | null;
}

export interface OutsideChange extends FileChange {
  readonly action: OutsideAction;
}

export interface PlannedCommit {
  readonly message: string;
  /** Milliseconds since 1970: when the first of its changes was made. */
  readonly at: number;
  readonly maker: ChangeMaker;
  readonly files: readonly FileChange[];
  /** The changes that it brings. */
  readonly ids: readonly string[];
  /** The ids of further parents, of a merge. */
  readonly merges?: readonly string[];
}

export interface PlanInput {
  /**
   * Is this what the last commit holds for the path? Null stands for no file. The answer may be
   * lenient about line ends, where git itself may have changed them on the way to the disk.
   */
  readonly isCommitted: (path: StoragePath, bytes: Uint8Array | null, lenient: boolean) => boolean;
  /** Versions that somebody has staged, and that only the index holds. They come first of all. */
  readonly staged?: readonly OutsideChange[];
  /** Made by somebody else, to files that no waiting change touches. */
  readonly outside: readonly OutsideChange[];
  readonly waiting: readonly WaitingChange[];
  /** Made by somebody else, after the waiting changes and to their files. */
  readonly since?: readonly OutsideChange[];
  /** The newest step on a path that is in a commit. */
  readonly committed: ReadonlyMap<StoragePath, number>;
  /** Steps whose change is not complete. */
  readonly open: readonly { readonly path: StoragePath; readonly sequence: number }[];
  /** The commit that a change took back, by what the change says; undefined where there is none. */
  readonly commitOf?: (undoes: string) => string | undefined;
  /** True when there is no commit yet. */
  readonly isFirst: boolean;
  readonly now: number;
}

export interface Plan {
  readonly commits: readonly PlannedCommit[];
  /** Changes that left every file as the last commit has it. */
  readonly empty: readonly string[];
  /** The newest steps once this is committed. */
  readonly newest: ReadonlyMap<StoragePath, number>;
}

/**
 * Which commits to make. What others did comes first; then each change in its order. Changes of
 * different entries share a commit, with the index they have in common; two changes of one entry
 * never do.
 */
export function planCommits(input: PlanInput): Plan {
  const planner = new Planner(input);
  if (input.staged && input.staged.length > 0) planner.addOutside(input.staged);
  if (input.outside.length > 0) planner.addOutside(input.outside);
  for (const change of inOrder(input.waiting)) planner.add(change);
  planner.addSince(input.since ?? []);
  return planner.finish();
}

export interface ReadyChanges {
  readonly ready: readonly WaitingChange[];
  /** Before these, a step on the same entry was made whose change is not complete yet. */
  readonly early: readonly WaitingChange[];
}

/** Parts the changes that can be committed now from those that must wait for others' checkpoints. */
export function readyChanges(
  waiting: readonly WaitingChange[],
  open: PlanInput['open'],
): ReadyChanges {
  const firstOpen = new Map<StoragePath, number>();
  for (const { path, sequence } of open) {
    firstOpen.set(path, Math.min(sequence, firstOpen.get(path) ?? Number.POSITIVE_INFINITY));
  }
  const ready: WaitingChange[] = [];
  const early: WaitingChange[] = [];
  for (const change of inOrder(waiting)) {
    const entries = change.steps.filter(({ path }) => path !== indexPath);
    const mustWait = entries.some(
      ({ path, sequence }) => sequence > (firstOpen.get(path) ?? Number.POSITIVE_INFINITY),
    );
    (mustWait ? early : ready).push(change);
    // Whatever follows it on its entries waits with it.
    if (mustWait) for (const { path } of entries) firstOpen.set(path, 0);
  }
  return { ready, early };
}

/** By the last step on an entry: for two changes of one entry, that is the order they had. */
export function inOrder(changes: readonly WaitingChange[]): WaitingChange[] {
  const place = (change: WaitingChange) => {
    const entries = change.steps.filter(({ path }) => path !== indexPath);
    const steps = entries.length > 0 ? entries : change.steps;
    return Math.max(0, ...steps.map(({ sequence }) => sequence));
  };
  return [...changes].sort((one, other) => place(one) - place(other));
}

interface Group {
  readonly changes: WaitingChange[];
  readonly files: Map<StoragePath, FileChange>;
}

class Planner {
  readonly #input: PlanInput;
  readonly #commits: PlannedCommit[] = [];
  readonly #empty: string[] = [];
  readonly #newest: Map<StoragePath, number>;
  /** What the planned commits leave where they change something. */
  readonly #planned = new Map<StoragePath, Uint8Array | null>();
  /** All steps that are known and were not in a commit before. */
  readonly #sequences = new Map<StoragePath, number[]>();
  #group: Group = { changes: [], files: new Map() };

  constructor(input: PlanInput) {
    this.#input = input;
    this.#newest = new Map(input.committed);
    const steps = input.waiting.flatMap((change): PlanInput['open'] => change.steps);
    for (const { path, sequence } of [...steps, ...input.open]) {
      const known = this.#sequences.get(path);
      if (known) known.push(sequence);
      else this.#sequences.set(path, [sequence]);
    }
  }

  addOutside(changes: readonly OutsideChange[]): void {
    this.#closeGroup();
    for (const { path, bytes } of changes) this.#planned.set(path, bytes);
    this.#commits.push({
      message: outsideMessage(changes, this.#input.isFirst && this.#commits.length === 0),
      at: this.#input.now,
      maker: {},
      files: changes.map(({ path, bytes }) => ({ path, bytes })),
      ids: [],
    });
  }

  add(change: WaitingChange): void {
    const steps = change.steps.filter((step) => step.sequence > (this.#newest.get(step.path) ?? 0));
    const outside = steps.flatMap((step) => this.#outsideBefore(step));
    if (outside.length > 0) this.addOutside(outside);
    const files = steps.filter(({ path, after }) => !this.#holds(path, after));
    for (const { path, sequence } of steps) this.#newest.set(path, sequence);
    if (files.length === 0 && !change.isAbsorbed) {
      this.#empty.push(change.id);
      return;
    }
    if (!this.#fits(change)) this.#closeGroup();
    this.#group.changes.push(change);
    for (const { path, after } of files) {
      this.#group.files.set(path, { path, bytes: after });
      this.#planned.set(path, after);
    }
  }

  addSince(changes: readonly OutsideChange[]): void {
    const real = changes.filter(({ path, bytes }) => !this.#holds(path, bytes, true));
    if (real.length > 0) this.addOutside(real);
  }

  finish(): Plan {
    this.#closeGroup();
    return { commits: this.#commits, empty: this.#empty, newest: this.#newest };
  }

  /** What the change met and no commit holds: somebody else's work, which it has replaced. */
  #outsideBefore({ path, sequence, before, after }: RecordedStep): OutsideChange[] {
    if (before === undefined || this.#holds(path, before, true)) return [];
    // A new file that somebody has committed by hand since: nothing was lost in between.
    if (before === null && this.#holds(path, after)) return [];
    const last = this.#newest.get(path) ?? 0;
    const isOurs = this.#sequences.get(path)?.some((other) => other > last && other < sequence);
    if (isOurs) return [];
    return [{ path, bytes: before, action: this.#actionFor(path, before) }];
  }

  #actionFor(path: StoragePath, bytes: Uint8Array | null): OutsideAction {
    if (bytes === null) return 'removed';
    return this.#holds(path, null) ? 'added' : 'changed';
  }

  #holds(path: StoragePath, bytes: Uint8Array | null, lenient = false): boolean {
    const planned = this.#planned.get(path);
    if (planned === undefined) return this.#input.isCommitted(path, bytes, lenient);
    if (planned === null || bytes === null) return planned === bytes;
    return Buffer.compare(planned, bytes) === 0;
  }

  #fits(change: WaitingChange): boolean {
    const [first] = this.#group.changes;
    if (first === undefined) return true;
    const entries = change.steps.map(({ path }) => path).filter((path) => path !== indexPath);
    return (
      entries.length > 0 &&
      entries.every((path) => !this.#touches(path)) &&
      first.steps.some(({ path }) => path !== indexPath) &&
      sameMaker(first.maker, change.maker)
    );
  }

  /** A change may have left its file as it was; it must still not meet another one of it. */
  #touches(path: StoragePath): boolean {
    return (
      this.#group.files.has(path) ||
      this.#group.changes.some(({ steps }) => steps.some((step) => step.path === path))
    );
  }

  #closeGroup(): void {
    const { changes, files } = this.#group;
    const [first] = changes;
    this.#group = { changes: [], files: new Map() };
    if (first === undefined) return;
    this.#commits.push({
      message: messageOf(
        changes.map(({ message, undoes }) => ({ message, undoes: this.#commitOf(undoes) })),
        first.maker,
      ),
      at: first.at,
      maker: first.maker,
      files: [...files.values()],
      ids: changes.map(({ id }) => id),
    });
  }

  #commitOf(undoes: string | undefined): string | undefined {
    return undoes === undefined ? undefined : this.#input.commitOf?.(undoes);
  }
}

function sameMaker(one: ChangeMaker, other: ChangeMaker): boolean {
  return (
    one.tool === other.tool &&
    one.agent === other.agent &&
    one.author?.name === other.author?.name &&
    one.author?.email === other.author?.email
  );
}
