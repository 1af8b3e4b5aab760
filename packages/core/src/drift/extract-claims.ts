import { type CommitReference, readCommitReferences } from './commit-reference.js';
import { type DateReference, readDateReferences } from './date-reference.js';
import { readMarkdownText } from './markdown-text.js';
import { type PathReference, readPathReference } from './path-reference.js';
import { readScriptReferences, type ScriptReference } from './script-reference.js';
import {
  type FlagReference,
  readFlagReferences,
  readSymbolReference,
  type SymbolReference,
} from './symbol-reference.js';

/** What a memory claims, not yet judged. */
export type OpenClaim =
  | ({ readonly kind: 'path' } & PathReference)
  | ({ readonly kind: 'symbol' } & SymbolReference)
  | ({ readonly kind: 'flag' } & FlagReference)
  | ({ readonly kind: 'script' } & ScriptReference)
  | ({ readonly kind: 'commit' } & CommitReference)
  | ({ readonly kind: 'date' } & DateReference);

/** Every claim of a Markdown text, each once, in the order of their kinds. */
export function extractClaims(text: string): OpenClaim[] {
  const { spans, commands, plain } = readMarkdownText(text);
  const claims = [
    ...spans.flatMap(claimsOfSpan),
    ...commands.flatMap(claimsOfCommand),
    ...claimsOfPlainText(plain),
    ...readCommitReferences(text.replaceAll('`', ' ')).map(asClaim('commit')),
    ...readDateReferences(plain).map(asClaim('date')),
  ];
  const byText = new Map<string, OpenClaim>();
  for (const claim of claims) {
    const key = `${claim.kind} ${claim.text}`;
    if (!byText.get(key)) byText.set(key, claim);
  }
  return [...byText.values()];
}

function asClaim<Kind extends OpenClaim['kind']>(kind: Kind) {
  return <Reference extends object>(reference: Reference) => ({ kind, ...reference });
}

function claimsOfSpan(span: string): OpenClaim[] {
  if (span === '' || span.length > 500) return [];
  if (/\s/.test(span)) return [...claimsOfCommand(span), ...callOf(span)];
  const path = readPathReference(span, 'code');
  if (path) return [{ kind: 'path', ...path }];
  const flags = readFlagReferences(span).map(asClaim('flag'));
  if (flags.length > 0) return flags;
  return callOf(span);
}

function callOf(span: string): OpenClaim[] {
  if (isHash(span)) return [];
  const symbol = readSymbolReference(span);
  return symbol ? [{ kind: 'symbol', ...symbol }] : [];
}

function isHash(span: string): boolean {
  return /^[0-9a-f]{7,40}$/.test(span);
}

function claimsOfCommand(line: string): OpenClaim[] {
  const scripts = readScriptReferences(line, 'code').map(asClaim('script'));
  const flags = readFlagReferences(line).map(asClaim('flag'));
  const paths = line
    .split(/\s+/)
    .map((word) => readPathReference(word, 'code'))
    .filter((path) => path?.certain && path.path.includes('/'))
    .map((path) => ({ kind: 'path' as const, ...path! }));
  return [...scripts, ...flags, ...paths];
}

function claimsOfPlainText(plain: string): OpenClaim[] {
  const paths = plain
    .split(/[^\u0021-\u007e]+|["'()<>[\]{}|,;]+/)
    .flatMap(withoutStars)
    .flatMap((word) => readPathReference(word, 'plain') ?? [])
    .map(asClaim('path'));
  return [...paths, ...readScriptReferences(plain, 'plain').map(asClaim('script'))];
}

/**
 * What stands between the stars of bold text. Of a pattern, such as `src/*_test.ts`, only what comes
 * before its first star: the rest is no path.
 */
function withoutStars(word: string): string[] {
  const [first, ...others] = word.split(/\*+/);
  const isBold = (first === '' || first!.endsWith(':')) && /\*[.:!?]*$/.test(word);
  const isPath = (piece: string) => /^\w/.test(piece) && (isBold || piece.includes('/'));
  return others.length === 0 || (first !== '' && !first!.endsWith(':'))
    ? [first!]
    : [first!, ...others.filter(isPath)];
}
