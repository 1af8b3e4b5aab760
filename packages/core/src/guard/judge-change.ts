import { GuardError } from '../errors.js';
import type { Problem } from '../problem.js';
import { findHits } from './find-hits.js';
import { type GuardFinding, problemKindOf } from './finding.js';
import type { GuardInput, GuardOptions } from './guard-options.js';
import { findingsOf } from './guard-text.js';
import type { Hit } from './hit.js';

export interface JudgedChange {
  readonly path: string;
  /** What is there now; absent for something new. */
  readonly before?: GuardInput | undefined;
  readonly after: GuardInput;
  /** Rules that warn this time, where they would refuse. */
  readonly override?: true | readonly string[] | undefined;
}

/**
 * Warnings about a change. Only what it brings can be refused: what stood there before is no reason
 * to keep somebody from mending something else, and is warned of where it is a secret or a trick.
 *
 * @throws GuardError when the change brings what must not be kept
 */
export function judgeChange(
  { path, before, after, override }: JudgedChange,
  options: GuardOptions,
  now: Date,
): Problem[] {
  const hits = distinct(findHits(after, options, now));
  const known = new Set(before ? findHits(before, options, now).map(keyOf) : []);
  const isOld = hits.map((hit) => known.has(keyOf(hit)));
  const findings = findingsOf(hits, after, options).flatMap((finding, index) =>
    isOld[index] ? oldFinding(finding) : [overridden(finding, override)],
  );
  const refused = findings.filter(({ action }) => action === 'refuse');
  if (refused.length > 0) throw refusal(refused);
  return warningsOf(path, findings);
}

/** The value itself, wherever it stands: moving it within an entry brings nothing new. */
function keyOf({ rule, text }: Hit): string {
  return `${rule.id} ${text}`;
}

/** A value in a field stands in the header too: it is told once. */
function distinct(hits: readonly Hit[]): Hit[] {
  const kept = new Map<string, Hit>();
  for (const hit of hits) if (!kept.has(keyOf(hit))) kept.set(keyOf(hit), hit);
  return [...kept.values()];
}

const lasting: ReadonlySet<string> = new Set(['secret', 'hidden-characters', 'addresses-model']);

function oldFinding(finding: GuardFinding): GuardFinding[] {
  if (!lasting.has(finding.group)) return [];
  return [finding.action === 'refuse' ? { ...finding, action: 'warn' } : finding];
}

function overridden(finding: GuardFinding, override: JudgedChange['override']): GuardFinding {
  const isGiven = override === true || override?.includes(finding.rule);
  return isGiven && finding.action === 'refuse' ? { ...finding, action: 'warn' } : finding;
}

function refusal(refused: readonly GuardFinding[]): GuardError {
  const first = refused[0] as GuardFinding;
  const others = refused.length - 1;
  const more =
    others === 0
      ? ''
      : ` There ${others === 1 ? 'is 1 more finding' : `are ${others} more findings`}.`;
  const fix = first.fix === undefined ? '' : ` ${first.fix}`;
  return new GuardError(
    `${first.message} Rule ${first.rule}; nothing was written.${more}${fix}`,
    refused,
  );
}

/** One a rule and field: the first place, and how many there are. */
function warningsOf(path: string, findings: readonly GuardFinding[]): Problem[] {
  const groups = new Map<string, GuardFinding[]>();
  for (const finding of findings) {
    if (finding.action !== 'warn') continue;
    const key = `${finding.rule} ${finding.field}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].map((group) => {
    const { rule, group: kind, field, message, fix } = group[0] as GuardFinding;
    const more = group.length > 1 ? ` It does so ${group.length} times.` : '';
    return {
      kind: problemKindOf[kind],
      path,
      field,
      message: `${message} Rule ${rule}.${more}`,
      ...(fix === undefined ? {} : { fix }),
    };
  });
}
