import { type AcceptedChange, isMemoryError, type MemoryStore, type PendingView } from '@mem/core';
import { oneOf } from '../arguments/one-of.js';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { editText } from '../editor/edit-text.js';
import { chosenEditor } from '../editor/run-editor.js';
import { codeOf, exitCodes } from '../exit-code.js';
import { recordedLine } from '../history/recorded.js';
import {
  noVersion,
  pendingJson,
  pendingLines,
  pendingPage,
  pendingViewJson,
} from '../pending/pending-view.js';
import { readProposedFields } from '../pending/read-proposed-fields.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { count, entryJson, problemJson, problemLines, warningNotes } from '../view.js';
import { allowOption, overrideOf, requirePerson } from './allow-option.js';

const options = {
  all: { type: 'boolean', description: 'accept or reject everything that waits' },
  'if-version': {
    type: 'string',
    value: 'VERSION',
    description: 'accept the difference that show gave with this version',
  },
  ...allowOption,
} as const;

const actions = ['list', 'show', 'accept', 'edit', 'reject'] as const;

export const pending = defineCommand({
  usage: 'pending [list | show ID | accept ID... | edit ID | reject ID...] [--all]',
  summary: 'look at changes that were proposed, and decide on them',
  details:
    'What is proposed is in no list, search, recall or prompt until you accept it. A proposal whose\nfile was changed since is accepted only with the version of the difference that you have seen.',
  options,
  positionals: [0, Number.POSITIVE_INFINITY],
  completes: actions,
  examples: [
    'mem pending',
    'mem pending show mf3k2j9x-4f7q2a',
    'mem pending accept mf3k2j9x-4f7q2a',
    'mem pending reject --all',
  ],
  async run(call) {
    const [word, ...ids] = call.positionals;
    const action = oneOf('The first argument', word, actions) ?? 'list';
    requireIds(action, ids, call.options);
    if (action !== 'list' && action !== 'show') requirePerson('To decide on proposals', call.world);
    switch (action) {
      case 'list':
        return list(call);
      case 'show':
        return show(call, ids[0] ?? '');
      case 'edit':
        return edit(call, ids[0] ?? '');
      case 'accept':
        return accept(call, ids);
      case 'reject':
        return reject(call, ids);
    }
  },
});

type PendingCall = Call<typeof options>;

function requireIds(
  action: (typeof actions)[number],
  ids: readonly string[],
  { all, 'if-version': ifVersion, allow }: PendingCall['options'],
): void {
  const takesMany = action === 'accept' || action === 'reject';
  if (all && !takesMany) throw new UsageError(`--all is for accept and reject, not ${action}.`);
  if (all && ids.length > 0) throw new UsageError('Give either ids or --all, not both.');
  if (ifVersion !== undefined && (action !== 'accept' || ids.length !== 1)) {
    throw new UsageError('--if-version goes with accept and one id.');
  }
  if (allow !== undefined && action !== 'accept') throw new UsageError('--allow goes with accept.');
  if (action === 'list' ? ids.length === 0 : all || (takesMany ? ids.length > 0 : ids.length === 1))
    return;
  throw new UsageError(
    action === 'list'
      ? '"mem pending list" takes no ids; "mem pending show ID" shows one.'
      : `"mem pending ${action}" needs ${takesMany ? 'an id' : 'one id'}; "mem pending" lists them.`,
  );
}

async function list({ read }: PendingCall): Promise<Outcome> {
  const { directory, result } = await read((store) => store.pending.list());
  const { changes, problems } = result;
  return {
    json: { directory, pending: changes.map(pendingJson), problems: problems.map(problemJson) },
    page: changes.flatMap(pendingLines),
    notes: [...(changes.length === 0 ? ['Nothing waits.\n'] : []), ...problemLines(problems)],
  };
}

async function show({ read }: PendingCall, id: string): Promise<Outcome> {
  const { directory, result } = await read((store) => store.pending.get(id));
  return viewOutcome(directory, result);
}

function viewOutcome(directory: string, view: PendingView): Outcome {
  return { json: { directory, ...pendingViewJson(view) }, page: pendingPage(view) };
}

async function edit({ write, world, choose }: PendingCall, id: string): Promise<Outcome> {
  const editor = chosenEditor(world);
  const { directory, result } = await write(async (store) => {
    const view = await store.pending.get(id);
    const { path, bytes } = editable(view);
    const memoryDirectory = choose().directory ?? '';
    return editText({ path, bytes, editor, memoryDirectory }, world, async (edited) => {
      if (edited === undefined) return view;
      return store.pending.edit(view.change.id, await readProposedFields(path, bytes, edited));
    });
  });
  return viewOutcome(directory, result);
}

function editable({ path, after, obstacle }: PendingView) {
  if (path !== undefined && after !== null) {
    return { path, bytes: new TextEncoder().encode(after) };
  }
  throw new UsageError(obstacle ?? 'It is a proposal to delete, so there is no text to edit.');
}

interface Failure {
  readonly id: string;
  readonly error: Error;
}

interface Decided<Result> {
  readonly done: readonly Result[];
  readonly failed: readonly Failure[];
}

/** One after the other. What fails does not keep the others back, unless it is all there is. */
async function decide<Result>(
  ids: readonly string[],
  decision: (id: string) => Promise<Result>,
): Promise<Decided<Result>> {
  const done: Result[] = [];
  const failed: Failure[] = [];
  for (const id of ids) {
    try {
      done.push(await decision(id));
    } catch (error) {
      if (!isMemoryError(error) || ids.length === 1) throw error;
      failed.push({ id, error });
    }
  }
  return { done, failed };
}

async function waiting({ pending }: MemoryStore): Promise<string[]> {
  return (await pending.list()).changes.map(({ id }) => id);
}

/** Files that cannot be read among them: this is the way to be rid of those. */
async function rejectable({ pending }: MemoryStore): Promise<string[]> {
  const { changes, problems } = await pending.list();
  const unreadable = problems.map(
    ({ path }) => /^\.mem\/pending\/([^/]+)\.json$/.exec(path)?.[1] ?? path,
  );
  return [...changes.map(({ id }) => id), ...unreadable];
}

async function accept(
  { write, options, world }: PendingCall,
  ids: readonly string[],
): Promise<Outcome> {
  const ifVersion = options['if-version'];
  const how = {
    ...(ifVersion !== undefined && { ifVersion: ifVersion === noVersion ? null : ifVersion }),
    ...overrideOf(options, world),
  };
  const { directory, result, warnings, history } = await write(async (store) =>
    decide(ids.length > 0 ? ids : await waiting(store), (id) => store.pending.accept(id, how)),
  );
  const { done, failed } = result;
  const all = [...done.flatMap(resultOf).flatMap((one) => one.warnings), ...warnings];
  return {
    json: {
      directory,
      accepted: done.map(acceptedJson),
      failed: failed.map(failureJson),
      warnings: all.map(problemJson),
      history,
    },
    page: [...done.flatMap(acceptedLine), ...recordedLine(history)],
    notes: [
      ...(done.length + failed.length === 0 ? ['Nothing waits.\n'] : []),
      ...warningNotes(all),
      ...failureNotes(failed),
    ],
    exitCode: exitCodeOf(failed),
  };
}

function resultOf({ saved, deleted }: AcceptedChange) {
  return [saved ?? deleted].filter((result) => result !== undefined);
}

function acceptedJson({ change, saved, deleted }: AcceptedChange) {
  return {
    pending: pendingJson(change),
    entry: saved ? entryJson(saved.entry) : null,
    created: saved?.created ?? false,
    deleted: deleted?.deleted ?? [],
    changed: (saved ?? deleted)?.changed ?? [],
  };
}

function acceptedLine({ change, saved, deleted }: AcceptedChange): Page {
  const path = saved?.entry.path ?? deleted?.deleted[0] ?? change.path ?? '';
  const isDone = saved ? saved.changed.length > 0 : (deleted?.deleted.length ?? 0) > 0;
  const did = { save: saved?.created ? 'Saved' : 'Updated', update: 'Updated', delete: 'Deleted' };
  return [
    isDone ? `${did[change.kind]} ` : 'Already so: ',
    styled('bold', saved?.entry.name ?? change.name),
    ' in ',
    styled('dim', path),
    '\n',
  ];
}

async function reject({ write }: PendingCall, ids: readonly string[]): Promise<Outcome> {
  const { directory, result } = await write(async (store) =>
    decide(ids.length > 0 ? ids : await rejectable(store), async (id) => {
      await store.pending.reject(id);
      return id;
    }),
  );
  const { done, failed } = result;
  return {
    json: { directory, rejected: done, failed: failed.map(failureJson) },
    page: [`${count(done.length, 'proposal', 'proposals')} rejected; nothing was changed.\n`],
    notes: failureNotes(failed),
    exitCode: exitCodeOf(failed),
  };
}

function failureJson({ id, error }: Failure) {
  return { id, code: codeOf(error), message: error.message };
}

function failureNotes(failed: readonly Failure[]): Page {
  return failed.flatMap(({ id, error }) => [
    styled('red', `${id}:`),
    ` ${oneLine(error.message)}\n`,
  ]);
}

function exitCodeOf([first]: readonly Failure[]): number {
  return first === undefined ? 0 : exitCodes[codeOf(first.error)];
}
