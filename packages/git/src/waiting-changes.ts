import { lstatSync } from 'node:fs';
import type { StoragePath } from '@mem/core';
import { nonce, ownIdentity, stateOf } from '@mem/fs-node/internal';
import { readState } from './history-state.js';
import { isObject, parseObject, parseOwner } from './json.js';
import { withLease } from './lease.js';
import type { NotCommitted } from './not-committed.js';
import { type WaitingChange, withoutContents } from './waiting-change.js';
import { parsePath, parseWaitingChange, renderWaitingChange } from './waiting-change-file.js';
import type { WorkFolder } from './work-folder.js';

const orderPatienceMs = 5000;
/** After it, a step that nobody completes counts as abandoned. */
const longestStepMs = 2000;
/** A number that lies a day ahead is not ours, or of a clock that was put right. */
const farAhead = 24 * 60 * 60 * 1_000_000;
const longestResultMs = 60 * 60 * 1000;

/** A file that is being changed, or was and the change is not complete. */
export interface OpenStep {
  readonly path: StoragePath;
  readonly sequence: number;
  readonly name: string;
}

/** What became of a change. Neither: every file was in the last commit already. */
export interface ChangeResult {
  readonly commit?: string;
  readonly notCommitted?: NotCommitted;
}

/**
 * The changes of all processes that wait for their commit. A step is announced before its file is
 * touched, and its order is settled while no other process touches one; with its checkpoint it
 * becomes part of a waiting change. So whatever differs from the last commit and is neither was
 * made by somebody else.
 */
export class WaitingChanges {
  readonly #folder: WorkFolder;

  constructor(folder: WorkFolder) {
    this.#folder = folder;
  }

  /** False when somebody has removed the folder since. */
  isThere(): boolean {
    return lstatSync(this.#folder.path('changes'), { throwIfNoEntry: false }) !== undefined;
  }

  /** Runs the action while no other process is inside one: steps happen in their order. */
  async inOrder<T>(action: () => Promise<T>): Promise<T> {
    let result: { value: T } | undefined;
    await withLease(this.#folder, 'order', { patience: orderPatienceMs }, async () => {
      result = { value: await action() };
    });
    if (result === undefined) throw new Error('the action did not run');
    return result.value;
  }

  /** Call within `inOrder`, before the file is touched. */
  announce(path: StoragePath): OpenStep {
    const sequence = this.#nextSequence();
    const name = `${numberName(sequence)}-${nonce()}`;
    this.#folder.write(`steps/${name}`, JSON.stringify({ path, sequence, ...ownIdentity() }));
    return { path, sequence, name };
  }

  withdraw(step: OpenStep): void {
    this.#folder.remove(`steps/${step.name}`);
  }

  /** From now on the change outlives this process. Returns its id. */
  add(change: Omit<WaitingChange, 'id'>, announced: readonly OpenStep[]): string {
    const last = Math.max(0, ...change.steps.map(({ sequence }) => sequence));
    const id = `${numberName(last)}-${nonce()}`;
    this.#folder.write(`changes/${id}`, renderWaitingChange(change));
    for (const step of announced) this.withdraw(step);
    return id;
  }

  has(id: string): boolean {
    return lstatSync(this.#folder.path(`changes/${id}`), { throwIfNoEntry: false }) !== undefined;
  }

  all(): WaitingChange[] {
    const changes: WaitingChange[] = [];
    for (const id of this.#folder.names('changes')) {
      const change = parseWaitingChange(id, this.#folder.read(`changes/${id}`));
      if (change) changes.push(change);
      else this.#folder.remove(`changes/${id}`);
    }
    return changes;
  }

  /** Takes the contents of this file out of all that waits. */
  purge(path: StoragePath): void {
    for (const change of this.all()) {
      if (!change.steps.some((step) => step.path === path)) continue;
      const { id, ...rest } = change;
      const steps = rest.steps.flatMap((step) => {
        if (step.path !== path) return [step];
        // What is still in the directory is found there.
        return step.after === null ? [withoutContents(step)] : [];
      });
      this.#folder.write(`changes/${id}`, renderWaitingChange({ ...rest, steps }));
    }
  }

  /** Steps under way. Those of processes that are gone are cleared. */
  open(): OpenStep[] {
    const steps: OpenStep[] = [];
    for (const name of this.#folder.names('steps')) {
      const step = this.#openStep(name);
      if (step === 'gone') this.#folder.remove(`steps/${name}`);
      else if (step) steps.push(step);
    }
    return steps;
  }

  /** The change waits no longer. `tell`: another caller waits for it, who learns the result. */
  settle(id: string, result: ChangeResult, tell: boolean): void {
    if (tell && this.has(id)) this.#folder.write(`results/${id}`, JSON.stringify(result));
    this.#folder.remove(`changes/${id}`);
  }

  /** What became of a change of ours; nothing when nobody tells. Asked once. */
  takeResult(id: string): ChangeResult {
    const value = parseObject(this.#folder.read(`results/${id}`));
    this.#folder.remove(`results/${id}`);
    return value === undefined ? {} : parseResult(value);
  }

  /** Clears results that nobody asked for. */
  sweep(): void {
    for (const name of this.#folder.names('results')) {
      const path = this.#folder.path(`results/${name}`);
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status && Date.now() - status.mtimeMs > longestResultMs) {
        this.#folder.remove(`results/${name}`);
      }
    }
  }

  #openStep(name: string): OpenStep | 'gone' | undefined {
    const value = parseObject(this.#folder.read(`steps/${name}`));
    if (value === undefined) return undefined;
    const path = parsePath(value.path);
    const owner = parseOwner(value);
    if (path === undefined || owner === undefined || typeof value.sequence !== 'number') {
      return 'gone';
    }
    if (stateOf(owner) === 'dead') return 'gone';
    // Still there, but whoever made it forgot about it, or is on a machine that is gone.
    if (Date.now() - value.sequence / 1000 > longestStepMs) return undefined;
    return { path, sequence: value.sequence, name };
  }

  /** Larger than that of every step before, and close to the time in microseconds. */
  #nextSequence(): number {
    const now = Date.now() * 1000;
    const names = [...this.#folder.names('steps'), ...this.#folder.names('changes')];
    const known = names.map(numberIn);
    const committed = readState(this.#folder).newest.values();
    let last = 0;
    for (const number of [...known, ...committed]) {
      if (number > last && number < now + farAhead) last = number;
    }
    return Math.max(last + 1, now);
  }
}

function parseResult({ commit, notCommitted }: Record<string, unknown>): ChangeResult {
  const { reason, message } = isObject(notCommitted) ? notCommitted : {};
  return {
    ...(typeof commit === 'string' ? { commit } : {}),
    ...(typeof reason === 'string' && typeof message === 'string'
      ? { notCommitted: { reason: reason as NotCommitted['reason'], message } }
      : {}),
  };
}

/** Sorts like the numbers. */
function numberName(sequence: number): string {
  return sequence.toString(16).padStart(14, '0');
}

function numberIn(name: string): number {
  const number = Number.parseInt(name.slice(0, 14), 16);
  return Number.isSafeInteger(number) ? number : 0;
}
