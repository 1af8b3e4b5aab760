import * as z from 'zod';
import {
  contextAnswer,
  deleteAnswer,
  type ReportedProblem,
  readAnswer,
  rebuildAnswer,
  saveAnswer,
  searchAnswer,
} from './answers.js';
import type { Expectation } from './case-schema.js';
import { type Fault, fault } from './fault.js';
import type { Answer } from './mem.js';
import type { Call } from './perform.js';

/** What an operation said it did. */
export interface Told {
  /** Files the change is about, by the answer's own word. */
  readonly own: readonly string[];
  readonly deleted: readonly string[];
  readonly warnings: readonly ReportedProblem[];
  /** The saved, updated or renamed entry. */
  readonly path?: string;
  readonly hits?: readonly string[];
  /** Where a rebuild kept the index of before. */
  readonly backup?: string;
}

const nothingTold: Told = { own: [], deleted: [], warnings: [] };

/** The answer of a call that succeeded; a fault where it is not in the documented shape. */
export function readTold(call: Call, answer: Answer): { told: Told; faults: Fault[] } {
  const told = toldBy(call, answer);
  return typeof told === 'string'
    ? { told: nothingTold, faults: [fault('answer', 'the documented JSON', told)] }
    : { told, faults: [] };
}

function toldBy({ do: verb }: Call, answer: Answer): Told | string {
  switch (verb) {
    case 'save':
    case 'update':
    case 'rename':
      return reading(answer, saveAnswer, ({ entry, from, warnings }) => ({
        ...nothingTold,
        own: from === undefined ? [entry.path] : [from, entry.path],
        path: entry.path,
        warnings,
      }));
    case 'delete':
      return reading(answer, deleteAnswer, ({ deleted, warnings }) => ({
        ...nothingTold,
        own: deleted,
        deleted,
        warnings,
      }));
    case 'rebuild':
      return reading(answer, rebuildAnswer, ({ backup, warnings }) => ({
        ...nothingTold,
        ...(typeof backup === 'string' && { own: [backup], backup }),
        warnings,
      }));
    case 'search':
      return reading(answer, searchAnswer, ({ hits }) => ({
        ...nothingTold,
        hits: hits.map(({ path }) => path),
      }));
    case 'context':
      return reading(answer, contextAnswer, ({ included }) => ({ ...nothingTold, hits: included }));
    case 'lint':
      return reading(answer, problemsAnswer, ({ problems }) => ({
        ...nothingTold,
        warnings: problems,
      }));
  }
}

const problemsAnswer = z.looseObject({ problems: saveAnswer.shape.warnings });

function reading<T>(answer: Answer, shape: z.ZodType<T>, tell: (value: T) => Told): Told | string {
  const value = readAnswer(answer, shape);
  return typeof value === 'string' ? value : tell(value);
}

/** A search or a check may end with 1: nothing found, problems found. */
export function isRefused(call: Call, { exitCode }: Answer): boolean {
  const notSo = call.do === 'search' || call.do === 'lint';
  return exitCode !== 0 && !(notSo && exitCode === 1);
}

/** Whether the call ended as it may, and, where it was refused, as a person can bear it. */
export function judgeOutcome(call: Call, answer: Answer, outcome: Expectation['outcome']): Fault[] {
  if (answer.broken !== undefined) return [fault('call', 'an answer', answer.broken)];
  const refused = isRefused(call, answer);
  const faults = refused ? judgeRefusalMessage(answer) : [];
  const reads = call.do === 'search' || call.do === 'context' || call.do === 'lint';
  const expected = outcome ?? (reads ? 'ok' : 'okOrReject');
  if (expected === 'ok' && refused) {
    faults.push(fault('outcome', 'ok', `exit code ${answer.exitCode}: ${messageOf(answer)}`));
  }
  if (expected === 'reject' && !refused) faults.push(fault('outcome', 'reject', answer.json));
  return faults;
}

function judgeRefusalMessage(answer: Answer): Fault[] {
  const message = messageOf(answer);
  const faults: Fault[] = [];
  if (answer.exitCode < 1 || answer.exitCode > 5) {
    faults.push(fault('exit code of a refusal', '1 to 5', answer.exitCode));
  }
  if (message.trim() === '' || message.trim().includes('\n')) {
    faults.push(fault('message of a refusal', 'one line', message));
  }
  if (/^\s+at .*[:(]\d+/m.test(`${answer.stdout}\n${answer.stderr}`)) {
    faults.push(fault('message of a refusal', 'no stack trace', answer.stderr));
  }
  return faults;
}

const errorAnswer = z.looseObject({ error: z.looseObject({ message: z.string() }) });

export function messageOf(answer: Answer): string {
  const parsed = errorAnswer.safeParse(answer.json);
  return parsed.success ? parsed.data.error.message : answer.stderr;
}

export function judgeResults(expected: Expectation['results'], told: Told): Fault[] {
  if (expected === undefined) return [];
  const hits = told.hits ?? [];
  const missing = (expected.mustInclude ?? []).filter((path) => !hits.includes(path));
  const wrong = (expected.mustNotInclude ?? []).filter((path) => hits.includes(path));
  return [
    ...missing.map((path) => fault('results', `to hold ${path}`, hits)),
    ...wrong.map((path) => fault('results', `not to hold ${path}`, hits)),
  ];
}

/** The block fits, and every memory is either in it or told to be left out. */
export function judgeContext(call: Call, answer: Answer, listed: readonly string[]): Fault[] {
  const value = readAnswer(answer, contextAnswer);
  if (typeof value === 'string') return [];
  const faults: Fault[] = [];
  const { maxChars } = call.args;
  if (maxChars !== undefined && value.text.length > maxChars) {
    faults.push(fault('length of the context', `at most ${maxChars}`, value.text.length));
  }
  const told = [...value.included, ...value.omitted];
  const lost = listed.filter((path) => !told.includes(path));
  if (lost.length > 0) faults.push(fault('context, included or omitted', lost, told));
  return faults;
}
