import { constants } from 'node:fs';
import { isMemoryError } from '@mem/core';
import { type Files, keptTexts, visibleFiles, waitingFiles } from './directory-state.ts';
import { failure, hookFileCalls } from './file-calls.ts';
import { heal, said, uncommitted } from './heal.ts';
import { openStore, type StoreKind } from './open-store.ts';
import { makeReference, type Reference } from './reference.ts';
import { RoomLeft } from './room-left.ts';

/**
 * `once`: that call fails. `from here on`: so does each later one that needs room on the disk. `while
 * there is no room`: so do these, until files that are removed have made room for them.
 */
export type FaultMode = 'once' | 'from here on' | 'while there is no room';

export interface SweepReport {
  readonly points: number;
  readonly faults: readonly string[];
}

/** Lets the first file call of the operation fail, then the second, … until it gets through. */
export async function sweepFaults(
  kind: StoreKind,
  name: string,
  code: string,
  mode: FaultMode,
): Promise<SweepReport> {
  const reference = await makeReference(kind, name);
  const faults: string[] = [];
  try {
    for (let call = 1; ; call++) {
      const directory = reference.layOut();
      const end = await runFailing(reference, directory, { call, code, mode });
      if (end === 'no such call') return { points: call - 1, faults };
      const healing = await heal(reference, directory);
      // That a file is not there, or not for us to read, is an answer. What follows is told or seen
      // by `check`, and mended by `reindex`.
      const isAnswer = ['ENOENT', 'EACCES'].includes(code) && !changes.has(end.failed);
      const unhealed = isAnswer ? healing.faults.filter(isNotOfIndex) : healing.faults;
      const at = `${name}: ${code} ${mode} in call ${call} (${end.failed}), ${end.outcome}`;
      const told = isAnswer ? end.faults.filter(isNotOfAnswer) : end.faults;
      faults.push(...[...told, ...unhealed].map((fault) => `${at}: ${fault}`));
      reference.remove(directory);
    }
  } finally {
    reference.end();
  }
}

const changes = new Set(['writeSync', 'mkdirSync', 'linkSync', 'renameSync', 'fsyncSync']);

/** What was not there when it was looked at was neither changed nor removed. */
function isNotOfAnswer(fault: string): boolean {
  return !/^MEMORY\.md|is not as it was said to be$|proposals wait$/.test(fault);
}

function isNotOfIndex(fault: string): boolean {
  return !/has no line$|^a line names/.test(fault);
}

interface Point {
  readonly call: number;
  readonly code: string;
  readonly mode: FaultMode;
}

interface End {
  readonly outcome: 'done' | 'refused';
  /** The first call that failed. */
  readonly failed: string;
  readonly faults: readonly string[];
}

async function runFailing(
  reference: Reference,
  directory: string,
  { call, code, mode }: Point,
): Promise<End | 'no such call'> {
  let calls = 0;
  let failed: string | undefined;
  const room = new RoomLeft();
  const failsLater: Record<FaultMode, (name: string, values: readonly unknown[]) => boolean> = {
    once: () => false,
    'from here on': needsRoom,
    'while there is no room': (name, values) => !room.admits(name, values),
  };
  const unhook = hookFileCalls(directory, {
    before(name, values) {
      calls += 1;
      if (calls < call || (calls > call && !failsLater[mode](name, values))) return;
      failed ??= name;
      throw failure(code, name);
    },
  });
  let end: { result: unknown } | { error: unknown };
  try {
    const result = await reference.operation.run(openStore(reference.kind, directory), directory);
    end = { result };
  } catch (error) {
    end = { error };
  } finally {
    unhook();
  }
  if (failed === undefined) return 'no such call';
  return 'result' in end
    ? { outcome: 'done', failed, faults: faultsOfSuccess(reference, directory, end.result) }
    : { outcome: 'refused', failed, faults: faultsOfRefusal(reference, directory, end.error) };
}

function needsRoom(name: string, values: readonly unknown[]): boolean {
  if (name === 'openSync') return (Number(values[1]) & constants.O_CREAT) !== 0;
  return ['writeSync', 'mkdirSync', 'linkSync', 'fsyncSync'].includes(name);
}

/** Who says "done" has done it, or says what is missing. */
function faultsOfSuccess(reference: Reference, directory: string, result: unknown): string[] {
  const warned = hasWarning(result);
  const found = visibleFiles(directory);
  const { before, after, waiting } = reference;
  const wrong = pathsOf(found, after)
    .filter((path) => found[path] !== after[path])
    .filter((path) => path !== 'MEMORY.md' || !(warned || haveSameLines(found, after)));
  const stillWaiting = Object.keys(waitingFiles(directory)).length;
  const kept = keptTexts(directory);
  const lost = pathsOf(before, after)
    .filter((path) => path in before && before[path] !== after[path])
    .filter((path) => found[path] !== before[path] && !kept.includes(before[path] ?? ''));
  const mayForget = warned || reference.name === 'delete for good' || reference.kind === 'plain';
  // An accepted proposal may stay behind: who decides on it again finds that it is done.
  const mayWait = reference.name === 'a proposal accepted';
  return [
    ...wrong.map((path) => `${path} is not as it was said to be`),
    ...(mayForget ? [] : lost.map((path) => `the old ${path} is kept nowhere`)),
    ...(warned || reference.kind !== 'git' ? [] : uncommitted(directory)),
    ...(stillWaiting === waiting.after || mayWait ? [] : [`${stillWaiting} proposals wait`]),
  ];
}

/** Who says that nothing was changed has changed nothing, and says so to a person. */
function faultsOfRefusal(reference: Reference, directory: string, error: unknown): string[] {
  const { before, after, waiting } = reference;
  const found = visibleFiles(directory);
  const changed = pathsOf(found, before).filter((path) => found[path] !== before[path]);
  const stillWaiting = Object.keys(waitingFiles(directory)).length;
  return [
    ...(isMemoryError(error) ? [] : [`threw ${said(error)}`]),
    ...(said(error).includes(directory) ? [`tells a path of the host: ${said(error)}`] : []),
    ...changed
      // Where a full disk lets nothing be removed, half a change cannot be taken back, and says so.
      .filter((path) => !(path in after && !(path in before) && saysWhatIsLeft(error)))
      .map((path) => `${path} is changed (${said(error)})`),
    ...(stillWaiting === waiting.before ? [] : [`${stillWaiting} proposals wait`]),
  ];
}

function saysWhatIsLeft(error: unknown): boolean {
  return /The memory is there twice now|could not be put back: /.test(said(error));
}

/** Where the type of another entry could not be read, the line of a new one stands elsewhere. */
function haveSameLines(one: Files, other: Files): boolean {
  const lines = ({ 'MEMORY.md': text = '' }: Files) => text.split('\n').sort().join('\n');
  return lines(one) === lines(other);
}

function pathsOf(...all: readonly object[]): string[] {
  return [...new Set(all.flatMap((files) => Object.keys(files)))];
}

function hasWarning(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false;
  const { warnings, saved, deleted } = result as Record<string, unknown>;
  if (Array.isArray(warnings) && warnings.length > 0) return true;
  return hasWarning(saved) || hasWarning(deleted);
}
