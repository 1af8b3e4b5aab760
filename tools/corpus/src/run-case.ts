import {
  checkAnswer,
  listAnswer,
  type ReportedProblem,
  readAnswer,
  showAnswer,
} from './answers.js';
import type { CorpusCase, Operation } from './case-schema.js';
import { type Fault, fault, within } from './fault.js';
import { judgeEntry, judgeListing } from './judge-entries.js';
import { judgeNothingTouched, judgeOutside } from './judge-globals.js';
import { judgeIndexFacts } from './judge-index.js';
import { brief, judgeWarnings, unlistedWarnings } from './judge-warnings.js';
import { loadCase, nameOfCase, UnusableCase } from './load-case.js';
import type { Answer, Mem } from './mem.js';
import { runOperation } from './run-operation.js';
import { makeSandbox, type Sandbox } from './sandbox.js';
import { takeSnapshot } from './snapshot.js';

export interface CaseResult {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** Properties in words, which this runner does not judge. */
  readonly prose: readonly string[];
  /** Warnings that the case names nowhere. */
  readonly unlisted: readonly string[];
}

/** Runs a case: the directory as it is read, then each operation on a fresh copy. */
export async function runCase(mem: Mem, folder: string): Promise<CaseResult> {
  const name = nameOfCase(folder);
  try {
    const loaded = loadCase(folder);
    const reading = await runReading(mem, folder, loaded);
    const faults = [...reading.faults];
    for (const [at, operation] of (loaded.ops ?? []).entries()) {
      faults.push(...within(label(operation, at), await attempt(mem, folder, loaded, operation)));
    }
    return { name, faults, prose: proseOf(loaded), unlisted: reading.unlisted };
  } catch (error) {
    return { name, faults: [unjudged('case', error)], prose: [], unlisted: [] };
  }
}

async function attempt(
  mem: Mem,
  folder: string,
  loaded: CorpusCase,
  operation: Operation,
): Promise<Fault[]> {
  try {
    return await runOperation(mem, folder, loaded, operation);
  } catch (error) {
    return [unjudged('operation', error)];
  }
}

/** A case that cannot be run never hides the others, and never counts as one that holds. */
function unjudged(what: string, error: unknown): Fault {
  const told = error instanceof UnusableCase ? error.message : (error as Error).stack;
  return fault(what, 'one that can be judged', told);
}

function label({ do: verb, args }: Operation, at: number): string {
  const subject = Array.isArray(args) ? undefined : (args.name ?? args.file ?? args.query);
  const shown = subject === undefined ? '' : ` ${JSON.stringify(subject).slice(0, 40)}`;
  return `op ${at + 1} ${verb}${shown}`;
}

function proseOf(loaded: CorpusCase): string[] {
  const ofOperations = (loaded.ops ?? []).flatMap((operation, at) =>
    [operation.expect.property ?? [], operation.expect.properties ?? []]
      .flat()
      .map((text) => `${label(operation, at)}: ${text}`),
  );
  return [[loaded.property ?? []].flat(), loaded.properties ?? [], ofOperations].flat();
}

async function runReading(
  mem: Mem,
  folder: string,
  loaded: CorpusCase,
): Promise<{ faults: Fault[]; unlisted: string[] }> {
  const sandbox = makeSandbox(folder, loaded.setup);
  try {
    const outside = takeSnapshot(sandbox.root, sandbox.writable);
    const before = takeSnapshot(sandbox.memory);
    const { faults, problems } = await judgeReading(mem, sandbox, loaded);
    faults.push(...judgeNothingTouched('reading calls', before, takeSnapshot(sandbox.memory)));
    faults.push(...judgeOutside(outside, takeSnapshot(sandbox.root, sandbox.writable)));
    return { faults, unlisted: unlistedWarnings(loaded, problems).map(brief) };
  } finally {
    sandbox.remove();
  }
}

async function judgeReading(
  mem: Mem,
  sandbox: Sandbox,
  loaded: CorpusCase,
): Promise<{ faults: Fault[]; problems: readonly ReportedProblem[] }> {
  const call = (...args: string[]) => mem(sandbox, [...args, '--json', '--dir', sandbox.memory]);
  const checked = await call('check');
  const check = readAnswer(checked, checkAnswer);
  const faults = await judgeEntries(mem, sandbox, loaded);
  if (typeof check === 'string') faults.push(fault('G2, check', 'its JSON', check));
  else {
    const index = takeSnapshot(sandbox.memory).get('MEMORY.md')?.bytes.toString('utf8') ?? '';
    faults.push(...judgeWarnings(loaded, check.problems));
    if (loaded.index) faults.push(...judgeIndexFacts(loaded.index, check, index));
  }
  faults.push(...judgeNoThrow(checked, [0, 1]));
  faults.push(...judgeNoThrow(await call('search', 'a'), [0, 1]));
  faults.push(...judgeNoThrow(await call('context'), [0]));
  // An index that is no readable file may be refused: the call asks for nothing else.
  faults.push(...judgeNoThrow(await call('index'), [0, 4]));
  return { faults, problems: typeof check === 'string' ? [] : check.problems };
}

/** G2: no file makes a reading call fail. */
function judgeNoThrow({ arguments: [verb], ...answer }: Answer, codes: readonly number[]): Fault[] {
  if (answer.broken === undefined && codes.includes(answer.exitCode)) return [];
  const got = answer.broken ?? `${answer.exitCode}: ${(answer.stderr || answer.stdout).trim()}`;
  return [fault(`G2, exit code of ${verb}`, codes.join(' or '), got)];
}

async function judgeEntries(mem: Mem, sandbox: Sandbox, loaded: CorpusCase): Promise<Fault[]> {
  const answer = await mem(sandbox, ['list', '--json', '--dir', sandbox.memory]);
  const list = readAnswer(answer, listAnswer);
  if (typeof list === 'string') return [fault('G2, list', 'its JSON', list)];
  const faults = [...judgeNoThrow(answer, [0]), ...judgeListing(loaded, list.entries)];
  for (const expected of loaded.entries ?? []) {
    if (!list.entries.some(({ path }) => path === expected.file)) continue;
    const shown = await mem(sandbox, [
      'show',
      '--json',
      '--dir',
      sandbox.memory,
      '--',
      expected.file,
    ]);
    const value = readAnswer(shown, showAnswer);
    if (typeof value === 'string') faults.push(fault(`show ${expected.file}`, 'its JSON', value));
    else faults.push(...judgeEntry(expected, value.entry));
  }
  return faults;
}
