import {
  type EntrySummary,
  estimateTokens,
  type IndexSize,
  type MemoryStore,
  maxIndexBytes,
  maxIndexLines,
  readContext,
  type VerifiedEntry,
  type Workspace,
} from '@mem/core';
import { ignoreOption } from '../arguments/ignore-option.js';
import { wholeNumber } from '../arguments/whole-number.js';
import { workspaceOption } from '../arguments/workspace-option.js';
import { defineCommand } from '../command.js';
import { type Page, type Piece, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { countClaims, isBroken, verifyClaims } from '../verify-claims.js';
import { claimJson, count } from '../view.js';
import type { World } from '../world.js';

export const status = defineCommand({
  usage: 'status [--stale DAYS] [--verify] [--workspace DIRECTORY]',
  summary: 'say how much memory there is, what is near a limit, and what is stale',
  details: 'Tokens are estimates. Exit 0 whatever is found; "mem check" and "mem verify" judge.',
  options: {
    stale: {
      type: 'string',
      value: 'DAYS',
      description: 'name memories that were not changed for so long (90)',
    },
    verify: { type: 'boolean', description: 'name those whose claims do not hold as well' },
    ...workspaceOption,
    ...ignoreOption,
  },
  positionals: [0, 0],
  examples: ['mem status', 'mem status --stale 30 --verify', 'mem status --json | jq .tokens'],
  async run({ options, world, choose, read }) {
    const staleAfter = wholeNumber('stale', options.stale) ?? 90;
    const loaded = options.verify ? await import('../open-workspace.js') : undefined;
    const workspace = loaded?.requireWorkspace(options.workspace, choose(), world).workspace;
    const { directory, result } = await read((store) =>
      takeStock(store, { staleAfter, workspace }, world),
    );
    return { json: { directory, ...stockJson(result) }, page: stockPage(result) };
  },
});

interface Stock {
  readonly entries: number;
  readonly types: readonly { readonly type: string | null; readonly entries: number }[];
  readonly tokens: { readonly index: number; readonly bodies: number };
  readonly index: Fill;
  readonly staleAfter: number;
  readonly stale: readonly Aged[];
  /** Entries with claims that do not hold; undefined when that was not asked for. */
  readonly drifted: readonly VerifiedEntry[] | undefined;
  readonly problems: number;
  /** Changes that wait for a person. */
  readonly pending: number;
}

/** How full the index is; an agent sees no more than the limits at start. */
interface Fill {
  readonly lines: number;
  readonly maxLines: number;
  readonly bytes: number;
  readonly maxBytes: number;
  /** Above four fifths of a limit. */
  readonly isNearLimit: boolean;
}

interface Aged {
  readonly path: string;
  readonly name: string;
  /** In days. */
  readonly age: number;
}

interface StockOptions {
  readonly staleAfter: number;
  readonly workspace: Workspace | undefined;
}

async function takeStock(
  store: MemoryStore,
  { staleAfter, workspace }: StockOptions,
  world: World,
): Promise<Stock> {
  const { entries } = await store.list();
  const { problems, index } = await store.check();
  const waiting = await store.pending.list();
  const { text } = await store.loadIndex();
  const whole = await store.context({ maxChars: Number.MAX_SAFE_INTEGER });
  const bodies = readContext(whole.text).map(({ body }) => estimateTokens(body));
  const verified = workspace && (await verifyClaims(store, workspace, undefined, world));
  return {
    entries: entries.length,
    types: countTypes(entries),
    tokens: { index: estimateTokens(text), bodies: bodies.reduce((sum, one) => sum + one, 0) },
    index: fillOf(index),
    staleAfter,
    stale: staleOf(entries, staleAfter, world.now()),
    drifted: verified?.filter(({ claims }) => claims.some(isBroken)),
    problems: problems.length,
    pending: waiting.changes.length + waiting.problems.length,
  };
}

function fillOf({ lines, bytes }: IndexSize): Fill {
  const share = Math.max(lines / maxIndexLines, bytes / maxIndexBytes);
  const limits = { maxLines: maxIndexLines, maxBytes: maxIndexBytes };
  return { lines, bytes, ...limits, isNearLimit: share > 0.8 };
}

function countTypes(entries: readonly EntrySummary[]): Stock['types'] {
  const counts = new Map<string | null, number>();
  for (const { type = null } of entries) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .map(([type, entries]) => ({ type, entries }))
    .sort((a, b) => b.entries - a.entries || ((a.type ?? '~') < (b.type ?? '~') ? -1 : 1));
}

/** Oldest first. */
function staleOf(entries: readonly EntrySummary[], after: number, now: Date): Aged[] {
  return entries
    .map(({ path, name, modified = '' }) => {
      const age = Math.floor((now.getTime() - Date.parse(modified)) / 86_400_000);
      return { path, name, age };
    })
    .filter(({ age }) => age >= after)
    .sort((a, b) => b.age - a.age || (a.path < b.path ? -1 : 1));
}

function stockJson({ index, drifted, ...stock }: Stock) {
  return {
    entries: stock.entries,
    types: stock.types,
    tokens: stock.tokens,
    index: {
      lines: index.lines,
      maxLines: index.maxLines,
      bytes: index.bytes,
      maxBytes: index.maxBytes,
      isNearLimit: index.isNearLimit,
    },
    staleAfter: stock.staleAfter,
    stale: stock.stale,
    drifted: drifted?.map(driftedJson) ?? null,
    problems: stock.problems,
    pending: stock.pending,
  };
}

function driftedJson({ path, name, claims }: VerifiedEntry) {
  return { path, name, claims: claims.filter(isBroken).map(claimJson) };
}

function stockPage(stock: Stock): Page {
  const { tokens, index, stale, drifted, problems, pending } = stock;
  const types = stock.types.map(({ type, entries }) => `${entries} ${type ?? 'without a type'}`);
  return [
    styled('bold', count(stock.entries, 'memory', 'memories')),
    types.length === 0 ? '\n' : `: ${oneLine(types.join(', '))}\n`,
    ...fillLine(index, tokens.index),
    `bodies  about ${number(tokens.bodies)} tokens\n`,
    ...named(
      `stale   ${stale.length} not changed for ${count(stock.staleAfter, 'day', 'days')}`,
      stale,
    ),
    ...(drifted === undefined ? [] : driftedPage(drifted)),
    ...(pending === 0 ? [] : [pendingLine(pending), '\n']),
    problems === 0
      ? 'No problems.\n'
      : `${count(problems, 'problem', 'problems')}; see "mem check".\n`,
  ];
}

function pendingLine(pending: number): Piece {
  const what = count(pending, 'change waits', 'changes wait');
  return styled('yellow', `${what} for you to decide; see "mem pending".`);
}

function fillLine({ lines, maxLines, bytes, maxBytes, isNearLimit }: Fill, tokens: number): Page {
  const fill = `${lines} of ${maxLines} lines, ${number(bytes)} of ${number(maxBytes)} bytes`;
  const isOver = lines > maxLines || bytes > maxBytes;
  const full = isNearLimit
    ? styled('yellow', `${fill}: ${isOver ? 'too full' : 'nearly full'}`)
    : fill;
  return ['index   ', full, `, about ${number(tokens)} tokens\n`];
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function driftedPage(drifted: readonly VerifiedEntry[]): Page {
  const { missing, moved } = countClaims(drifted);
  const what = `drift   ${count(drifted.length, 'memory', 'memories')} with claims that do not hold`;
  return named(`${what} (${missing} missing, ${moved} moved)`, drifted);
}

const mostNamed = 10;

function named(what: string, entries: readonly { readonly name: string }[]): Page {
  if (entries.length === 0) return [`${what}\n`];
  const names = entries.slice(0, mostNamed).map(({ name }) => oneLine(name));
  const more = entries.length > mostNamed ? ', …' : '';
  return [`${what}: `, styled('yellow', names.join(', ')), `${more}\n`];
}
