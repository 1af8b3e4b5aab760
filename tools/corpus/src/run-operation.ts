import type { ShownEntry } from './answers.js';
import { listAnswer, readAnswer, showAnswer } from './answers.js';
import type { CorpusCase, Expectation, Operation } from './case-schema.js';
import { type Fault, fault } from './fault.js';
import {
  isRefused,
  judgeContext,
  judgeOutcome,
  judgeResults,
  readTold,
  type Told,
} from './judge-answer.js';
import { judgeFile, judgeFileChanges } from './judge-files.js';
import {
  judgeHeaderKept,
  judgeIndexOwnership,
  judgeNothingTouched,
  judgeOutside,
  judgeRebuild,
  judgeRefusal,
  judgeWriteScope,
} from './judge-globals.js';
import { judgeIndexChange } from './judge-index.js';
import { judgeWarnings } from './judge-warnings.js';
import type { Answer, Mem } from './mem.js';
import {
  type Call,
  callsOf,
  isRead,
  perform,
  readExternal,
  writeAsAnotherProgram,
} from './perform.js';
import { judgeReadBack } from './read-back.js';
import { makeSandbox, type Sandbox } from './sandbox.js';
import { compareSnapshots, filesOf, type Snapshot, takeSnapshot } from './snapshot.js';

/** Runs one operation on a fresh copy and judges all that it states and the global properties. */
export async function runOperation(
  mem: Mem,
  caseFolder: string,
  { setup }: CorpusCase,
  operation: Operation,
): Promise<Fault[]> {
  const sandbox = makeSandbox(caseFolder, setup);
  try {
    const outside = takeSnapshot(sandbox.root, sandbox.writable);
    const faults =
      operation.do === 'external'
        ? await runExternal(mem, sandbox, operation)
        : await runCalls(mem, sandbox, callsOf(operation), operation.expect);
    return [...faults, ...judgeOutside(outside, takeSnapshot(sandbox.root, sandbox.writable))];
  } finally {
    sandbox.remove();
  }
}

/** Call, write by another program, call: the second call is the one that is judged. */
async function runExternal(mem: Mem, sandbox: Sandbox, operation: Operation): Promise<Fault[]> {
  const external = readExternal(operation.args);
  const first = external.first ?? { do: 'lint', args: {} };
  const earlier = await perform(mem, sandbox, first);
  writeAsAnotherProgram(sandbox, external);
  const second = external.second ?? { do: 'lint', args: {} };
  const faults = judgeOutcome(first, earlier, undefined);
  return [...faults, ...(await runCalls(mem, sandbox, [second], operation.expect))];
}

/** Before and after of the directory, and what was said about it. */
interface Observed {
  readonly call: Call;
  readonly answer: Answer;
  readonly told: Told;
  readonly refused: boolean;
}

async function runCalls(
  mem: Mem,
  sandbox: Sandbox,
  calls: readonly Call[],
  expected: Expectation,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const listed = calls.some((call) => call.do === 'context') ? await listing(mem, sandbox) : [];
  const shown = await showTargets(mem, sandbox, calls);
  const before = takeSnapshot(sandbox.memory);
  const answers = await Promise.all(calls.map((call) => perform(mem, sandbox, call)));
  const after = takeSnapshot(sandbox.memory);
  const observed = answers.map((answer, at): Observed => {
    const call = calls[at]!;
    const refused = answer.broken !== undefined || isRefused(call, answer);
    faults.push(...judgeOutcome(call, answer, expected.outcome));
    if (refused) return { call, answer, refused, told: { own: [], deleted: [], warnings: [] } };
    const read = readTold(call, answer);
    faults.push(...read.faults);
    return { call, answer, refused, told: read.told };
  });
  faults.push(...judgeGlobals(observed, before, after, expected));
  faults.push(...judgeExpectation(observed, before, after, expected));
  for (const { call, answer } of observed) {
    if (call.do === 'context') faults.push(...judgeContext(call, answer, listed));
  }
  for (const one of observed) {
    faults.push(...(await judgeStored(mem, sandbox, one, shown, before, after)));
  }
  return faults;
}

async function listing(mem: Mem, sandbox: Sandbox): Promise<string[]> {
  const answer = await mem(sandbox, ['list', '--json', '--dir', sandbox.memory]);
  const value = readAnswer(answer, listAnswer);
  return typeof value === 'string' ? [] : value.entries.map(({ path }) => path);
}

type Shown = ReadonlyMap<string, ShownEntry>;

/** The entries that the calls name, as they were before, by path. */
async function showTargets(mem: Mem, sandbox: Sandbox, calls: readonly Call[]): Promise<Shown> {
  const shown = new Map<string, ShownEntry>();
  for (const { do: verb, args } of calls) {
    const target = args.name ?? args.file;
    if (!['save', 'update', 'rename'].includes(verb) || target === undefined) continue;
    const entry = await show(mem, sandbox, target);
    if (entry) shown.set(entry.path, entry);
  }
  return shown;
}

async function show(mem: Mem, sandbox: Sandbox, target: string): Promise<ShownEntry | undefined> {
  const answer = await mem(sandbox, ['show', '--json', '--dir', sandbox.memory, '--', target]);
  const value = readAnswer(answer, showAnswer);
  return typeof value === 'string' ? undefined : value.entry;
}

function judgeGlobals(
  observed: readonly Observed[],
  before: Snapshot,
  after: Snapshot,
  expected: Expectation,
): Fault[] {
  const writes = observed.filter(({ call }) => !isRead(call));
  if (writes.length === 0) return judgeNothingTouched(observed[0]!.call.do, before, after);
  if (writes.every(({ refused }) => refused)) return judgeRefusal(before, after);
  const own = observed.flatMap(({ told }) => told.own);
  const named = [...own, ...(expected.changed ?? []), ...(expected.deleted ?? [])];
  const faults = judgeWriteScope(before, after, named);
  const told = observed.flatMap(({ told }) => told.deleted);
  const renamed = writes.some(({ call }) => call.do === 'rename') ? own : [];
  const gone = compareSnapshots(filesOf(before), filesOf(after)).deleted;
  const untold = gone.filter((path) => !told.includes(path) && !renamed.includes(path));
  const kept = told.filter((path) => !gone.includes(path));
  if (untold.length > 0) faults.push(fault('deleted files', 'told by the answer', untold));
  if (kept.length > 0) faults.push(fault('files told to be deleted', 'gone', kept));
  const [was, is] = [indexBytes(before), indexBytes(after)];
  const rebuild = writes.find(({ call }) => call.do === 'rebuild');
  if (rebuild) {
    const { backup } = rebuild.told;
    const copy = backup === undefined ? undefined : after.get(backup)?.bytes;
    return [...faults, ...judgeRebuild(was, is, copy)];
  }
  return [...faults, ...judgeIndexOwnership(was, is, own)];
}

function indexBytes(snapshot: Snapshot): Buffer | undefined {
  const item = snapshot.get('MEMORY.md');
  return item?.kind === 'file' ? item.bytes : undefined;
}

function judgeExpectation(
  observed: readonly Observed[],
  before: Snapshot,
  after: Snapshot,
  expected: Expectation,
): Fault[] {
  const refused = observed.every((one) => one.refused);
  const own = observed.flatMap(({ told }) => told.own);
  const faults = judgeFileChanges(expected, before, after, { refused, own });
  if (expected.index) {
    const [was, is] = [indexBytes(before), indexBytes(after)];
    faults.push(...judgeIndexChange(expected.index, was, is, { refused }));
  }
  for (const [path, state] of Object.entries(expected.file ?? {})) {
    faults.push(...judgeFile(path, state, after));
  }
  const warnings = observed.flatMap(({ told }) => told.warnings);
  const tolerated = refused && expected.outcome === 'okOrReject';
  const rules = tolerated ? { ...expected, warnings: [] } : expected;
  faults.push(...judgeWarnings(rules, warnings));
  return [...faults, ...observed.flatMap(({ told }) => judgeResults(expected.results, told))];
}

/** A save, update or rename that succeeded: what is in the file now. */
async function judgeStored(
  mem: Mem,
  sandbox: Sandbox,
  { call, refused, told }: Observed,
  shown: Shown,
  before: Snapshot,
  after: Snapshot,
): Promise<Fault[]> {
  const { path } = told;
  if (refused || path === undefined) return [];
  const entry = await show(mem, sandbox, path);
  if (!entry) return [fault(`show ${path}`, 'the entry', 'an error')];
  const from = told.own[0]!;
  const faults = judgeReadBack(call, shown.get(from), entry);
  const [was, is] = [before.get(from), after.get(path)];
  return was && is ? [...faults, ...judgeHeaderKept(path, was, is)] : faults;
}
