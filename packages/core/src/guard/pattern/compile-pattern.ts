import { parsePattern } from './parse-pattern.js';
import type { CharacterSet, PatternNode } from './syntax.js';

/** A step of the machine: what it needs, and where it goes. */
export type Step =
  | { readonly kind: 'set'; readonly holds: (code: number) => boolean; next: number }
  | {
      readonly kind: 'assert';
      readonly what: 'lineStart' | 'lineEnd' | 'wordEdge' | 'noWordEdge';
      next: number;
    }
  | { readonly kind: 'split'; next: number; other: number }
  | { readonly kind: 'end' };

export interface CompiledPattern {
  readonly steps: readonly Step[];
  readonly start: number;
  readonly ignoreCase: boolean;
}

/** So many steps at most are looked at for each character of a text. */
const mostSteps = 400;

/** The machine for a pattern, or what is wrong with it, completing "its pattern …". */
export function compilePattern(
  pattern: string,
  ignoreCase: boolean,
): CompiledPattern | { readonly fault: string } {
  const node = parsePattern(pattern);
  if ('fault' in node) return node;
  const steps: Step[] = [{ kind: 'end' }];
  const start = build(node, 0, steps, ignoreCase);
  if (start === undefined || steps.length > mostSteps)
    return { fault: 'is too large when its repetitions are written out' };
  const machine = { steps, start, ignoreCase };
  return matchesNothing(machine) ? { fault: 'also matches where nothing stands' } : machine;
}

/** Adds the steps of a node that goes on at `next`; undefined when there are too many. */
function build(
  node: PatternNode,
  next: number,
  steps: Step[],
  ignoreCase: boolean,
): number | undefined {
  if (steps.length > mostSteps) return undefined;
  switch (node.kind) {
    case 'empty':
      return next;
    case 'set':
      return steps.push({ kind: 'set', holds: holdsOf(node.set, ignoreCase), next }) - 1;
    case 'assert':
      return steps.push({ kind: 'assert', what: node.what, next }) - 1;
    case 'sequence':
      return node.parts.reduceRight<number | undefined>(
        (after, part) => (after === undefined ? undefined : build(part, after, steps, ignoreCase)),
        next,
      );
    case 'choice':
      return node.options.reduceRight<number | undefined>((other, option) => {
        const first = build(option, next, steps, ignoreCase);
        if (first === undefined || other === undefined) return first;
        return steps.push({ kind: 'split', next: first, other }) - 1;
      }, undefined);
    case 'repeat':
      return buildRepeat(node, next, steps, ignoreCase);
  }
}

function buildRepeat(
  { part, least, most }: PatternNode & { kind: 'repeat' },
  next: number,
  steps: Step[],
  ignoreCase: boolean,
): number | undefined {
  let after: number | undefined = next;
  if (most === Infinity) {
    const split: Step & { kind: 'split' } = { kind: 'split', next: 0, other: next };
    after = steps.push(split) - 1;
    const inside = build(part, after, steps, ignoreCase);
    if (inside === undefined) return undefined;
    split.next = inside;
  }
  for (let count = most === Infinity ? least : most; count > 0; count--) {
    const inside: number | undefined = build(part, after, steps, ignoreCase);
    if (inside === undefined) return undefined;
    after = count > least ? steps.push({ kind: 'split', next: inside, other: next }) - 1 : inside;
  }
  return after;
}

function holdsOf(
  { ranges, isNegated }: CharacterSet,
  ignoreCase: boolean,
): (code: number) => boolean {
  const within = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
  const holds = ignoreCase
    ? (code: number) => within(code) || otherCases(code).some(within)
    : within;
  const only = ranges[0];
  if (!isNegated && !ignoreCase && ranges.length === 1 && only) {
    return (code) => code >= only[0] && code <= only[1];
  }
  return isNegated ? (code) => !holds(code) : holds;
}

function otherCases(code: number): number[] {
  const character = String.fromCodePoint(code);
  return [character.toLowerCase(), character.toUpperCase()]
    .filter((other) => [...other].length === 1)
    .map((other) => other.codePointAt(0) ?? code);
}

/** Whether the end is reached without any character. */
function matchesNothing({ steps, start }: CompiledPattern): boolean {
  const seen = new Set<number>();
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const step = steps[at];
    if (!step || step.kind === 'end') return true;
    if (step.kind === 'split') open.push(step.next, step.other);
    if (step.kind === 'assert') open.push(step.next);
  }
  return false;
}
