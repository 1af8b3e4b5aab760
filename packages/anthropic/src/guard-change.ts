import { type GuardFinding, guardText, isEntryPath, type StoragePath } from '@mem/core';
import { encodeText, parseEntryFile } from '@mem/core/internal';
import type { FileText } from './file-text.js';
import { failure } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';

/**
 * What there is to say about a new file.
 *
 * @throws ToolFailure for what must not be stored
 */
export function guardNewFile(world: ToolWorld, path: StoragePath, text: string): string[] {
  return judge([...findingsIn(world, path, text), ...guardText({ name: path }, world.guard)]);
}

/** @throws ToolFailure for a name that must not be stored */
export function guardPath(world: ToolWorld, path: StoragePath): void {
  judge(guardText({ name: path }, world.guard));
}

export interface GuardedEdit {
  readonly before: FileText;
  readonly after: FileText;
  /** The text that the edit adds. */
  readonly brought: string;
}

/**
 * Judges what an edit brings, and what it completes together with what was there: a secret that
 * comes in two halves is one. What the file held before is not its fault.
 *
 * @throws ToolFailure for what must not be stored
 */
export function guardEdit(
  world: ToolWorld,
  path: StoragePath,
  { before, after, brought }: GuardedEdit,
): string[] {
  const known = findingsIn(world, path, before.text);
  const now = findingsIn(world, path, after.text);
  const alone = guardText({ file: brought }, world.guard).filter(isRefused);
  return judge([...newOnes(known, now), ...alone]);
}

/**
 * A file is judged as a whole, header and all, with positions as the model counts them. Whether a
 * memory says what should not be remembered is seen only where its parts are known.
 */
function findingsIn({ guard }: ToolWorld, path: StoragePath, text: string): GuardFinding[] {
  if (!isEntryPath(path)) return guardText({ file: text }, guard);
  const { description, type, body } = parseEntryFile(path, encodeText(text, false));
  const whole = guardText({ file: text, type }, guard);
  const seen = new Set(whole.map(({ group }) => group));
  const parts = guardText({ description, type, body }, guard);
  return [...whole, ...parts.filter(({ group }) => !seen.has(group))];
}

function newOnes(
  before: readonly GuardFinding[],
  after: readonly GuardFinding[],
): readonly GuardFinding[] {
  const counts = countsOf(before);
  const more = countsOf(after);
  return after.filter((finding) => {
    const key = keyOf(finding);
    return (more.get(key) ?? 0) > (counts.get(key) ?? 0);
  });
}

function countsOf(findings: readonly GuardFinding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  }
  return counts;
}

function keyOf({ rule, field }: GuardFinding): string {
  return `${rule} ${field}`;
}

const isRefused = ({ action }: GuardFinding) => action === 'refuse';
const maxFindings = 5;

function judge(findings: readonly GuardFinding[]): string[] {
  const refused = findings.filter(isRefused);
  if (refused.length > 0) {
    throw failure(`Nothing was written. ${unique(refused.map(sentence)).join(' ')}`);
  }
  return unique(findings.filter(({ action }) => action === 'warn').map(sentence));
}

function unique(sentences: readonly string[]): string[] {
  return [...new Set(sentences)].slice(0, maxFindings);
}

/** Where and by which rule; a finding never holds the value. */
function sentence({ rule, field, line, column, message, fix }: GuardFinding): string {
  const remedy = fix === undefined ? '' : ` ${fix}`;
  return `${message} (${rule}, ${field} ${line}:${column})${remedy}`;
}
