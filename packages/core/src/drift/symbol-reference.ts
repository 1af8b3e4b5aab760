/** A name out of source code that a memory mentions in a code span. */
export interface SymbolReference {
  readonly text: string;
  /** `Foo.bar()` is `Foo`, `bar`. */
  readonly parts: readonly string[];
  /** It looks so much like a name of the project that it may be called missing. */
  readonly certain: boolean;
}

export interface FlagReference {
  readonly text: string;
  readonly flag: string;
  readonly certain: boolean;
}

/** Identifiers with a hump, an underscore, a call or a member; plain words could be anything. */
export function readSymbolReference(span: string): SymbolReference | undefined {
  const match =
    /^(?:#|@)?([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*){0,5})(\(.{0,80}\))?;?$/u.exec(
      span,
    );
  if (!match || span.length > 200) return undefined;
  const parts = match[1]!.split(/\.|::|#|->/);
  const last = parts.at(-1)!;
  const called = match[2] !== undefined;
  const coded = isCoded(last) || parts.length > 1 || called;
  if (!coded && !/^\p{Lu}\p{Ll}+$/u.test(last)) return undefined;
  if (!/[\p{L}\p{N}]/u.test(last) || last.length < 2) return undefined;
  return { text: span, parts, certain: isCoded(last) || called };
}

function isCoded(name: string): boolean {
  return /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|[\p{L}\p{N}]_[\p{L}\p{N}]|^_|\p{Ll}\d\p{Lu}/u.test(name);
}

/** `--flag` alone in a code span, or in the call of a program of the project's own. */
export function readFlagReferences(span: string): FlagReference[] {
  const words = span.split(/\s+/);
  const own = /^(?:\.{0,2}\/|npm$|pnpm$|yarn$|bun$|-)/.test(words[0]!);
  return words
    .map((word) => /^(--[A-Za-z][\w-]{1,60})(?:=.*)?$/.exec(word)?.[1])
    .filter((flag) => flag !== undefined)
    .map((flag) => ({ text: flag, flag, certain: own && !usualFlags.has(flag.slice(2)) }));
}

/** Flags that many programs have: not to be found in the project says nothing. */
const usualFlags = new Set(
  'help version verbose quiet force all no-verify global save-dev dry-run recursive watch prod production filter workspace frozen-lockfile amend hard soft rebase no-edit oneline force-with-lease no-ff squash'.split(
    ' ',
  ),
);
