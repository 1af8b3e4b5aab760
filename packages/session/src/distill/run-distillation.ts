import type { Storage } from '@mem/core';
import { type ApplyOptions, type ApplyResult, applyPlan } from './apply-plan.js';
import { type CarriedOut, carryOut } from './carry-out.js';
import type { ConsolidationLock, HeldConsolidation } from './consolidation-lock.js';
import { checkGate, type GateOptions } from './gate.js';
import type { DistillationPlan } from './plan.js';
import { type PlanOptions, planDistillation } from './plan-distillation.js';
import { readDistillInput } from './read-distill-input.js';
import { unfinishedRun } from './run-record.js';
import { readScanTime, writeScanTime } from './scan-time.js';
import { type UndoRunOptions, type UndoRunResult, undoRun } from './undo-run.js';

export interface DistillOptions extends PlanOptions, ApplyOptions, GateOptions {
  readonly lock?: ConsolidationLock | undefined;
  /**
   * How many conversations were held since; undefined where that cannot be told, and then time
   * alone decides. Without it, likewise.
   */
  readonly countConversations?: ((since: Date) => Promise<number | undefined>) | undefined;
  /** Run although it is not time yet; a lock that another program has is respected all the same. */
  readonly force?: boolean | undefined;
  /** Logs of days before this one are left out; 30 days back when omitted. */
  readonly since?: Date | undefined;
  /** A plan that somebody has looked at, in place of a new one. */
  readonly plan?: DistillationPlan | undefined;
}

export type DistillOutcome =
  /** Nothing was done, with the reason in one sentence; `force` helps where it is only the time. */
  | { readonly kind: 'not-now'; readonly why: string; readonly canBeForced: boolean }
  | {
      readonly kind: 'done';
      readonly plan: DistillationPlan;
      readonly result: ApplyResult;
      /** A run that had been cut off and was finished first. */
      readonly finished?: CarriedOut;
    };

const heldMessage =
  'Another program is consolidating this memory right now. Nothing was done; try again later.';

/**
 * One whole run: when it is time and nobody else is at it, finishes what was cut off, makes a plan
 * and applies it. When it or its model fails, the time of the last run is put back to what it was.
 */
export async function runDistillation(
  storage: Storage,
  options: DistillOptions = {},
): Promise<DistillOutcome> {
  const now = options.now ?? (() => new Date());
  // One that was cut off never came to its end, so it keeps nobody waiting.
  const isFree = options.force || (await unfinishedRun(storage)) !== undefined;
  const why = isFree ? undefined : await whyNotNow(storage, options, now());
  if (why !== undefined) return { kind: 'not-now', why, canBeForced: true };
  const held = await hold(options.lock);
  if (held === undefined) return { kind: 'not-now', why: heldMessage, canBeForced: false };
  return releasing(held, async () => {
    const cutOff = await unfinishedRun(storage);
    const finished = cutOff && (await carryOut(storage, cutOff, options.store));
    const plan = options.plan ?? (await makePlan(storage, options, now()));
    const result = await applyPlan(storage, plan, options);
    const outcome: DistillOutcome = {
      kind: 'done',
      plan,
      result,
      ...(finished ? { finished } : {}),
    };
    // A run whose model failed is no run: the next one is not to wait a day for it.
    return { outcome, ran: options.plan !== undefined || plan.model !== 'failed' };
  });
}

async function makePlan(storage: Storage, options: DistillOptions, now: Date) {
  const input = await readDistillInput(storage, { now, since: options.since });
  return planDistillation(input, { guard: options.store?.guard, ...options });
}

async function whyNotNow(
  storage: Storage,
  options: DistillOptions,
  now: Date,
): Promise<string | undefined> {
  const gate = await checkGate({
    ...options,
    now,
    lastRun: await options.lock?.lastRun(),
    lastScan: await readScanTime(storage),
    countConversations: options.countConversations ?? (async () => undefined),
  });
  if (gate.scanned) await writeScanTime(storage, now);
  return gate.isOpen ? undefined : gate.why;
}

const nobody: HeldConsolidation = { release: async () => undefined };

async function hold(lock: ConsolidationLock | undefined): Promise<HeldConsolidation | undefined> {
  return lock === undefined ? nobody : lock.acquire();
}

async function releasing<T>(
  held: HeldConsolidation,
  work: () => Promise<{ readonly outcome: T; readonly ran: boolean }>,
): Promise<T> {
  let ran = false;
  try {
    const done = await work();
    ran = done.ran;
    return done.outcome;
  } finally {
    await held.release(ran);
  }
}

export interface UndoDistillationOptions extends UndoRunOptions {
  readonly lock?: ConsolidationLock | undefined;
}

/** Takes a run back while nobody else consolidates; undefined when somebody does. */
export async function undoDistillation(
  storage: Storage,
  { lock, ...options }: UndoDistillationOptions = {},
): Promise<UndoRunResult | undefined> {
  const held = await hold(lock);
  if (held === undefined) return undefined;
  try {
    return await undoRun(storage, options);
  } finally {
    await held.release(false);
  }
}
