interface Hinted {
  /** In lower case. */
  readonly hints: readonly string[];
}

/**
 * Which of the rules may find something in a text: those of which a hint stands there. Looks through
 * the text once for all of them, since most texts hold none.
 */
export function suspects<Rule extends Hinted>(
  rules: readonly Rule[],
): (text: string) => ReadonlySet<Rule> {
  const hints = [...new Set(rules.flatMap((rule) => rule.hints))].sort(byLength);
  const rulesOf = new Map(hints.map((hint) => [hint, rulesBeginning(hint, rules)]));
  // Nothing is taken from the text: hints may lie over each other.
  const anyHint = new RegExp(`(?=(${hints.map(escaped).join('|')}))`, 'gi');
  return (text) => {
    const found = new Set<Rule>();
    for (const match of text.matchAll(anyHint)) {
      for (const rule of rulesOf.get(match[1]?.toLowerCase() ?? '') ?? []) found.add(rule);
    }
    return found;
  };
}

/** Of hints that begin alike, only the shortest is told. */
function rulesBeginning<Rule extends Hinted>(hint: string, rules: readonly Rule[]): Rule[] {
  return rules.filter((rule) => rule.hints.some((other) => other.startsWith(hint)));
}

function byLength(one: string, other: string): number {
  return one.length - other.length;
}

function escaped(hint: string): string {
  return hint.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
