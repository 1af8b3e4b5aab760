import { unshown } from './hidden-marks.js';
import type { Place, RuleFacts } from './hit.js';
import { isPlaceholder } from './placeholder.js';
import { assignedSecrets } from './rules/assigned-secrets.js';
import { cloudSecrets } from './rules/cloud-secrets.js';
import { codeSecrets } from './rules/code-secrets.js';
import { keySecrets } from './rules/key-secrets.js';
import { modelSecrets } from './rules/model-secrets.js';
import { serviceSecrets } from './rules/service-secrets.js';
import type { SecretRule } from './secret-rule.js';
import { StitchedText } from './stitched-text.js';
import { suspects } from './suspects.js';
import { wrappedWords } from './wrapped-words.js';

/** All kinds of secrets. Of two that claim one place, the earlier tells more. */
export const secretRules: readonly SecretRule[] = [
  ...codeSecrets,
  ...cloudSecrets,
  ...serviceSecrets,
  ...modelSecrets,
  ...keySecrets,
  ...assignedSecrets,
];

export const secretFix =
  'Leave the value out and say where it is kept: the name of the variable, the vault, the person to ask.';

const factsOf = new Map<SecretRule, RuleFacts>(
  secretRules.map((rule) => [
    rule,
    {
      id: rule.id,
      group: 'secret',
      action: rule.action ?? 'refuse',
      title: rule.title,
      fix: secretFix,
    },
  ]),
);

/** One look at a text for all hints at once. */
const suspectedRules = suspects(secretRules);

export interface FoundSecret extends Place {
  readonly rule: RuleFacts;
  /** The value, without what broke it. */
  readonly text: string;
}

/**
 * Every secret of a text, in order of place, none inside another. Those broken by line ends or by
 * invisible characters are found too. Never throws; takes time in proportion to the text.
 */
export function findSecrets(text: string): FoundSecret[] {
  const found = [...search(text)];
  const wrapped = wrappedSecrets(text, found);
  return withoutOverlaps([...wrapped, ...found, ...veiledSecrets(text)]);
}

function* search(text: string, whole = true): Iterable<FoundSecret> {
  const suspected = suspectedRules(text);
  for (const rule of secretRules) {
    if (!whole && rule.onOneLine) continue;
    if (rule.hints.length === 0 || suspected.has(rule)) yield* matches(rule, text);
  }
}

function* matches(rule: SecretRule, text: string): Iterable<FoundSecret> {
  const facts = factsOf.get(rule) as RuleFacts;
  for (const match of text.matchAll(rule.pattern)) {
    const value = match[1] ?? match[0];
    const end = match.index + match[0].lastIndexOf(value) + value.length;
    if (rule.id !== 'private-key' && rule.id !== 'putty-key' && isPlaceholder(value)) continue;
    if (rule.isReal && !rule.isReal(value, text, end)) continue;
    yield { rule: facts, start: end - value.length, end, text: value };
  }
}

/** What a line end parts counts only where it looks drawn at random: prose may lie there too. */
function wrappedSecrets(text: string, found: readonly FoundSecret[]): FoundSecret[] {
  const known = new Set(found.map(({ rule, start }) => `${rule.id} ${start}`));
  const wrapped: FoundSecret[] = [];
  for (const stitched of wrappedWords(text)) {
    for (const secret of search(stitched.text, false)) {
      if (!stitched.isAcross(secret) || !looksRandom(secret.text)) continue;
      const place = stitched.originOf(secret);
      if (!known.has(`${secret.rule.id} ${place.start}`)) wrapped.push({ ...secret, ...place });
    }
  }
  return wrapped;
}

function looksRandom(value: string): boolean {
  if (/\d/.test(value) && /[A-Za-z]/.test(value)) return true;
  const switches = value.match(/[a-z][A-Z]|[A-Z][a-z]/g);
  return (switches?.length ?? 0) >= 6;
}

/** The text as it is shown, where that is another one. */
function veiledSecrets(text: string): FoundSecret[] {
  const shown = new StitchedText();
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(unshown)) {
    shown.add(text.slice(from, index), from);
    from = index + mark.length;
  }
  if (from === 0) return [];
  shown.add(text.slice(from), from);
  return [...search(shown.text)].map((secret) => ({ ...secret, ...shown.originOf(secret) }));
}

const ranks = new Map<RuleFacts, number>([...factsOf.values()].map((facts, at) => [facts, at]));

function rankOf({ rule }: FoundSecret): number {
  return ranks.get(rule) ?? 0;
}

function withoutOverlaps(found: readonly FoundSecret[]): FoundSecret[] {
  const sorted = [...found].sort(
    (one, other) => one.start - other.start || rankOf(one) - rankOf(other) || other.end - one.end,
  );
  const kept: FoundSecret[] = [];
  let end = 0;
  for (const secret of sorted) {
    if (secret.start < end) continue;
    kept.push(secret);
    end = secret.end;
  }
  return kept;
}
