import { MemoryError } from '@mem/core';
import type { ApplyResult, DistillationPlan, DistillOptions, UndoRunResult } from '@mem/session';
import { ignoreOf } from '../arguments/ignore.js';
import { UsageError } from '../arguments/usage-error.js';
import { wholeNumber } from '../arguments/whole-number.js';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { notSo } from '../exit-code.js';
import { givenModel, modelOptions } from '../model/model-options.js';
import { oneLine } from '../terminal/visible.js';
import { count, problemJson, warningNotes } from '../view.js';

const options = {
  apply: { type: 'boolean', description: 'do what the plan says' },
  undo: { type: 'boolean', description: 'take the last run back, byte for byte' },
  plan: {
    type: 'string',
    value: 'FILE',
    description: 'a plan that was kept, as --json prints it, in place of a new one',
  },
  force: { type: 'boolean', description: 'with --apply: although it is not time for a run yet' },
  'max-deletions': {
    type: 'string',
    value: 'N',
    description: 'so many files may go in one run (5, and a tenth of all); over it, none goes',
  },
  ...modelOptions,
} as const;

type DistillCall = Call<typeof options>;

export const distill = defineCommand({
  usage: 'distill [--plan FILE] [--apply | --undo]',
  summary: 'plan how logs and memories become fewer, better memories',
  details:
    'Prints a plan and changes nothing; --apply does it, keeping a copy of all it replaces. Without a\nmodel only what is sure is proposed: equal bodies, dead links of the index, and what to decide by hand.\n--apply runs once in 24 hours and 5 conversations, and never beside another program that consolidates.',
  options,
  positionals: [0, 0],
  examples: [
    'mem distill',
    'mem distill --model-command "claude -p"',
    'mem distill --apply --force',
    'mem distill --json > plan.json',
    'mem distill --plan plan.json --apply',
    'mem distill --undo',
  ],
  async run(call) {
    const { apply = false, undo = false, force = false } = call.options;
    if (apply && undo) throw new UsageError('--apply and --undo exclude each other.');
    if (force && !apply) throw new UsageError('--force goes with --apply.');
    const { plan: file, 'model-command': command } = call.options;
    if (file !== undefined && undo) throw new UsageError('--plan and --undo exclude each other.');
    if (file !== undefined && command !== undefined) {
      throw new UsageError('--plan and --model-command exclude each other: the plan is made.');
    }
    if (undo) return takeBack(call);
    if (ignoreOf(undefined, call.world.environment.MEM_IGNORE) !== undefined) {
      throw new MemoryError(
        'REFUSED',
        'A distillation cannot leave memories out. Plan it without MEM_IGNORE.',
      );
    }
    const kept = file === undefined ? undefined : await keptPlan(file, call);
    return apply ? carryOut(call, kept, force) : plan(call, kept);
  },
});

async function keptPlan(file: string, { world }: DistillCall): Promise<DistillationPlan> {
  const { readPlanFile } = await import('../conversation/read-plan-file.js');
  return readPlanFile(file, world);
}

async function plan(call: DistillCall, kept: DistillationPlan | undefined): Promise<Outcome> {
  const settings = await settingsOf(call);
  const { directory, result } = await call.read(async (_store, storage) => {
    const session = await import('@mem/session');
    const makePlan = async () =>
      session.planDistillation(await session.readDistillInput(storage, { now: call.world.now() }), {
        ...settings,
        guard: settings.store.guard,
      });
    const made = kept ?? (await makePlan());
    const preview = await session.previewPlan(storage, made, settings);
    const cutOff = (await session.unfinishedRun(storage)) !== undefined;
    return { made, preview, cutOff, text: session.renderPlan(made, preview) };
  });
  const { made, preview, cutOff, text } = result;
  return {
    json: { directory, plan: made, preview },
    page: [text],
    notes: [
      ...(cutOff ? ['A run was cut off: --apply finishes it, --undo takes it back.\n'] : []),
      ...(made.operations.length === 0 ? [] : ['Nothing was changed; --apply does it.\n']),
    ],
    exitCode: kept === undefined && made.model === 'failed' ? notSo : 0,
  };
}

async function carryOut(
  call: DistillCall,
  kept: DistillationPlan | undefined,
  force: boolean,
): Promise<Outcome> {
  const settings = await settingsOf(call);
  const { directory: place = '' } = call.choose();
  const { directory, result, history, warnings } = await call.write(
    async (_store, _git, storage) => {
      const { countConversations, createConsolidationLock } = await import(
        '../conversation/consolidation.js'
      );
      const session = await import('@mem/session');
      const outcome = await session.runDistillation(storage, {
        ...settings,
        // Who has looked at a plan and wants it done does not wait for the time of the next one.
        ...(kept === undefined ? { force } : { force: true, plan: kept }),
        lock: createConsolidationLock(place),
        countConversations: (since) => countConversations(place, since),
      });
      if (outcome.kind === 'not-now') return outcome;
      return { ...outcome, titles: outcome.result.applied.map(session.titleOf) };
    },
  );
  if (result.kind === 'not-now') {
    return {
      json: { directory, outcome: 'not-now', why: result.why },
      page: [],
      notes: [
        `${oneLine(result.why)}${result.canBeForced ? ' --force runs it all the same.' : ''}\n`,
      ],
      exitCode: notSo,
    };
  }
  const { plan: made, result: done, titles } = result;
  const all = [...done.warnings, ...warnings];
  return {
    json: {
      directory,
      outcome: 'done',
      run: done.run ?? null,
      plan: made,
      applied: done.applied.map(({ id }) => id),
      refused: refusedJson(done),
      changed: done.changed,
      history,
      warnings: all.map(problemJson),
    },
    page: appliedPage(titles, done),
    notes: [...noticesOf(made), ...warningNotes(all)],
    exitCode:
      done.refused.length > 0 || (kept === undefined && made.model === 'failed') ? notSo : 0,
  };
}

async function takeBack(call: DistillCall): Promise<Outcome> {
  const { directory: place = '' } = call.choose();
  const { directory, result, history, warnings } = await call.write(
    async (_store, _git, storage) => {
      const { createConsolidationLock } = await import('../conversation/consolidation.js');
      const { undoDistillation } = await import('@mem/session');
      return undoDistillation(storage, { lock: createConsolidationLock(place) });
    },
  );
  if (result === undefined) {
    const why = 'Another program is consolidating this memory right now; try again later.';
    return {
      json: { directory, outcome: 'not-now', why },
      page: [],
      notes: [`${why}\n`],
      exitCode: notSo,
    };
  }
  const all = [...result.warnings, ...warnings];
  return {
    json: {
      directory,
      outcome: 'undone',
      run: result.run,
      restored: result.restored,
      kept: result.kept,
      history,
      warnings: all.map(problemJson),
    },
    page: undonePage(result),
    notes: warningNotes(all),
    exitCode: result.kept.length === 0 ? 0 : notSo,
  };
}

async function settingsOf(call: DistillCall) {
  const { options: given, world } = call;
  const maxDeletions = wholeNumber('max-deletions', given['max-deletions']);
  return {
    now: world.now,
    store: { guard: await call.guard() },
    ...givenModel(given, world),
    // Who names a number means it, whatever share of all that is.
    ...(maxDeletions !== undefined && { maxDeletions, maxDeletedShare: 1 }),
  } satisfies DistillOptions;
}

function refusedJson({ refused }: ApplyResult) {
  return refused.map(({ operation, why }) => ({ id: operation.id, why }));
}

function appliedPage(titles: readonly string[], { refused, run }: ApplyResult): string[] {
  return [
    ...titles.map((title) => `${oneLine(title)}\n`),
    ...refused.map(({ operation, why }) => `Not done (${operation.id}): ${oneLine(why)}\n`),
    run === undefined ? 'Nothing was changed.\n' : 'Taken back with "mem distill --undo".\n',
  ];
}

function undonePage({ restored, kept }: UndoRunResult): string[] {
  return [
    `${count(restored.length, 'file holds', 'files hold')} again what stood there before.\n`,
    ...kept.map(({ path, why }) => `Left as it is: ${oneLine(path)}: ${oneLine(why)}\n`),
  ];
}

function noticesOf({ notices }: DistillationPlan): string[] {
  return notices.map((notice) => `${oneLine(notice)}\n`);
}
