import { actionOf } from './action-of.js';
import { findHits } from './find-hits.js';
import type { GuardAction, GuardFinding } from './finding.js';
import type { GuardInput, GuardOptions } from './guard-options.js';
import type { Hit } from './hit.js';
import { type LineIndex, lineIndexOf } from './line-index.js';

/**
 * What in these texts should not be kept, and what is to be done about it. Pure; never throws
 * whatever the texts hold, and no finding holds a value. Takes time in proportion to the texts.
 *
 * @param now what relative dates are counted from; the system clock when omitted
 * @throws MemoryError INVALID_ENTRY when a rule of the options cannot be used
 */
export function guardText(
  input: GuardInput,
  options: GuardOptions = {},
  now = new Date(),
): GuardFinding[] {
  return findingsOf(findHits(input, options, now), input, options).filter(
    ({ action }) => action !== 'allow',
  );
}

/** In the order of the hits, whatever is to be done about them. */
export function findingsOf(
  hits: readonly Hit[],
  input: GuardInput,
  options: GuardOptions,
): GuardFinding[] {
  const indexes = new Map<string, LineIndex>();
  return hits.map((hit) => {
    const action: GuardAction = actionOf(hit.rule, input.type, options);
    return findingOf(hit, action, placeOf(hit, input, indexes));
  });
}

function findingOf(
  { rule, field, fix = rule.fix }: Hit,
  action: GuardAction,
  { line, column }: { line: number; column: number },
): GuardFinding {
  const message = `The ${fieldWords(field)} holds ${rule.title} (line ${line}, column ${column}).`;
  return {
    rule: rule.id,
    group: rule.group,
    action,
    field,
    line,
    column,
    message,
    ...(fix === undefined ? {} : { fix }),
  };
}

function fieldWords(field: string): string {
  if (field.startsWith('metadata.')) return `header’s "${field.slice('metadata.'.length)}"`;
  return field === 'metadata' ? 'header' : field;
}

function placeOf({ field, start }: Hit, input: GuardInput, indexes: Map<string, LineIndex>) {
  // Of a value of the header only the key is told: it has no lines of its own.
  if (field.startsWith('metadata')) return { line: 1, column: 1 };
  const known = indexes.get(field);
  const index = known ?? lineIndexOf(String(input[field as keyof GuardInput] ?? ''));
  if (!known) indexes.set(field, index);
  return index.placeOf(start);
}
