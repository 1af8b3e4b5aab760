import type { Claim } from './claim.js';
import { commitState, flagForms, flagState, scriptState, symbolState } from './claim-states.js';
import { extractClaims, type OpenClaim } from './extract-claims.js';
import { judgePath } from './judge-path.js';
import type { PackageFacts, Workspace } from './workspace.js';

export interface VerifyOptions {
  /** The system clock when omitted. */
  readonly now?: (() => Date) | undefined;
  /** At most this many claims are judged, 100 when omitted; those beyond are left out. */
  readonly maxClaims?: number | undefined;
  /** Claims that are not judged by then are `unknown`. */
  readonly signal?: AbortSignal | undefined;
}

/** What of an entry holds claims. */
export interface VerifiableEntry {
  readonly body: string;
  readonly description?: string | undefined;
  /** ISO 8601. */
  readonly modified?: string | undefined;
}

/**
 * Tests what a memory claims exists (paths and lines, names and flags in code, package scripts,
 * commits, dates to come) against the workspace. Never throws because of what a workspace does or
 * a memory holds: what cannot be told is `unknown`.
 */
export async function verifyEntry(
  entry: VerifiableEntry,
  workspace: Workspace,
  options: VerifyOptions = {},
): Promise<Claim[]> {
  const now = (options.now?.() ?? new Date()).getTime();
  const text = `${entry.description ?? ''}\n\n${entry.body}`.slice(0, maxText);
  const open = extractClaims(text)
    .filter((claim) => claim.kind !== 'date' || isAhead(claim, entry.modified))
    .slice(0, options.maxClaims ?? 100);
  const words = lazy(() => workspace.holdsWords(open.flatMap(wordsOf)));
  const packages = lazy(() => workspace.packages());
  const claims: Claim[] = [];
  for (const claim of open) {
    const judged = options.signal?.aborted
      ? unknown
      : await orUnknown(() => judge(claim, { workspace, words, packages, now }), options.signal);
    claims.push({ kind: kindOf(claim), text: claim.text, ...judged });
  }
  return claims;
}

/** Claims stand near the beginning; a file of a megabyte is no memory. */
const maxText = 100_000;

type Verdict = Pick<Claim, 'state' | 'movedTo'>;
const unknown: Verdict = { state: 'unknown' };

interface World {
  readonly workspace: Workspace;
  readonly words: () => Promise<ReadonlyMap<string, boolean>>;
  readonly packages: () => Promise<PackageFacts | undefined>;
  readonly now: number;
}

async function judge(claim: OpenClaim, world: World): Promise<Verdict> {
  switch (claim.kind) {
    case 'path':
      return judgePath(claim, world.workspace);
    case 'symbol':
      return { state: await symbolState(claim, await world.words(), world.workspace) };
    case 'flag':
      return { state: flagState(claim, await world.words()) };
    case 'script':
      return { state: scriptState(claim.script, claim.certain, await world.packages()) };
    case 'commit':
      return { state: await commitState(claim.text, claim.certain, world.workspace) };
    case 'date':
      return { state: claim.endsAt > world.now ? 'present' : 'missing' };
  }
}

function kindOf(claim: OpenClaim): Claim['kind'] {
  return claim.kind === 'path' && claim.line !== undefined ? 'line' : claim.kind;
}

/** A date of the past is history, unless it was still to come when the memory was written. */
function isAhead(
  { tone, endsAt }: Extract<OpenClaim, { kind: 'date' }>,
  modified: string | undefined,
): boolean {
  const written = modified === undefined ? Number.NaN : Date.parse(modified);
  return tone === 'end' || (Number.isNaN(written) ? tone === 'plan' : endsAt > written);
}

function wordsOf(claim: OpenClaim): readonly string[] {
  if (claim.kind === 'symbol') return [claim.parts[0]!, claim.parts.at(-1)!];
  return claim.kind === 'flag' ? flagForms(claim.flag) : [];
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The verdict, or `unknown` when the workspace fails or the signal comes first. */
function orUnknown(run: () => Promise<Verdict>, signal: AbortSignal | undefined): Promise<Verdict> {
  return new Promise((resolve) => {
    const stop = () => resolve(unknown);
    signal?.addEventListener('abort', stop, { once: true });
    run()
      .then(resolve, stop)
      .finally(() => signal?.removeEventListener('abort', stop));
  });
}
