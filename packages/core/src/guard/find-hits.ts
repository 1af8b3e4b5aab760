import { compileRules } from './compile-rules.js';
import { findSecrets } from './find-secrets.js';
import type { GuardInput, GuardOptions } from './guard-options.js';
import type { Hit, Place, TextRule } from './hit.js';
import { forgedRoles, instructionsToModel } from './rules/addresses-model.js';
import { codeSignatures, directoryListing, fixCode } from './rules/derivable-facts.js';
import { feedbackReason, lacksReason } from './rules/feedback-reason.js';
import {
  hiddenControls,
  hiddenDirections,
  hiddenTags,
  hiddenWidths,
} from './rules/hidden-characters.js';
import { findRelativeDates, relativeDate } from './rules/relative-dates.js';
import { branchOrRequest, taskProgress, thisTime } from './rules/short-lived-facts.js';

const everywhere = [
  hiddenTags,
  hiddenDirections,
  hiddenWidths,
  hiddenControls,
  instructionsToModel,
  forgedRoles,
];
const inFacts = [
  directoryListing,
  codeSignatures,
  fixCode,
  branchOrRequest,
  taskProgress,
  thisTime,
];

/** Every rule that is built in, but those of `secretRules`. */
export const factRules = [...everywhere, ...inFacts, relativeDate, feedbackReason];

/** So many findings of one rule in one field are as good as more. */
const mostOfOneRule = 100;

/** Everything that any rule points at. Never throws, whatever the texts hold. */
export function findHits(input: GuardInput, options: GuardOptions, now: Date): Hit[] {
  const own = compileRules(options.rules ?? []);
  return fieldsOf(input).flatMap(({ field, text }) => hitsOf(field, text, own, input, now));
}

interface Field {
  readonly field: string;
  readonly text: string;
}

function fieldsOf({ metadata, ...texts }: GuardInput): Field[] {
  const fields: Field[] = [];
  for (const field of [
    'name',
    'description',
    'type',
    'body',
    'header',
    'message',
    'file',
  ] as const) {
    const text = texts[field];
    if (typeof text === 'string') fields.push({ field, text });
  }
  for (const [key, value] of Object.entries(metadata ?? {})) {
    const text = `${textOf(value, 0)}`;
    if (text !== '') fields.push({ field: `metadata.${shownKey(key)}`, text });
    if (key.length >= 12) fields.push({ field: 'metadata', text: key });
  }
  return fields;
}

/** A key may itself be what must not be shown. */
function shownKey(key: string): string {
  return /^[\w-]{1,40}$/.test(key) && findSecrets(key).length === 0 ? key : '…';
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 20) return '';
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.map((part) => textOf(part, depth + 1)).join('\n');
}

function hitsOf(
  field: string,
  text: string,
  own: readonly TextRule[],
  input: GuardInput,
  now: Date,
): Hit[] {
  const secrets = findSecrets(text).map((found) => ({ ...found, field }));
  const hits = [
    ...secrets,
    ...[...everywhere, ...own].flatMap((rule) => taken(rule, rule.find(text), field, text)),
  ];
  if (field === 'body' || field === 'description') hits.push(...factsIn(field, text, now));
  if (field === 'body' && input.type === 'feedback' && lacksReason(text)) {
    hits.push({ rule: feedbackReason, field, start: text.length, end: text.length, text: '' });
  }
  return hits;
}

function factsIn(field: string, text: string, now: Date): Hit[] {
  return [
    ...inFacts.flatMap((rule) => taken(rule, rule.find(text), field, text)),
    ...taken(relativeDate, findRelativeDates(text, now), field, text),
  ];
}

function taken(rule: Hit['rule'], places: Iterable<Place>, field: string, text: string): Hit[] {
  const hits: Hit[] = [];
  for (const place of places) {
    hits.push({ rule, field, ...place, text: text.slice(place.start, place.end) });
    if (hits.length >= mostOfOneRule) break;
  }
  return hits;
}
