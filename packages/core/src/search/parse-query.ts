import { stem } from './stem.js';
import { stopWords } from './stop-words.js';
import { tokenize, tokenKind } from './tokenize.js';

/** One thing to look for. Several terms can come of one word: a pair each, or parts and whole. */
export interface QueryTerm {
  /** Folded, as the tokenizer gives it. */
  readonly text: string;
  /** Forms with this stem match too; undefined where there is nothing to inflect. */
  readonly stem: string | undefined;
  /** Longer words that begin with it match too. */
  readonly prefix: boolean;
  /** Its share in the score. */
  readonly weight: number;
  /** Index into `words`. */
  readonly word: number;
}

export interface Query {
  readonly terms: readonly QueryTerm[];
  /** As typed, in order: what can be reported as found nowhere. */
  readonly words: readonly string[];
}

/** More terms than this are not looked for: a question is short, a pasted file is not one. */
export const maxQueryTerms = 64;

interface Token {
  readonly text: string;
  readonly kind: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Takes a query apart. Words that say nothing (`the`, `und`) are left out unless there are no
 * others. Where the query ends within a word, and before a `*`, longer words are looked for too.
 */
export function parseQuery(query: string): Query {
  const groups = groupTokens(tokensOf(query));
  const telling = groups.filter((group) => !isStopWord(group));
  const words: string[] = [];
  const terms = new Map<string, QueryTerm>();
  for (const group of telling.length > 0 ? telling : groups) {
    const word = query.slice(group[0]!.start, group.at(-1)!.end);
    if (!words.includes(word)) words.push(word);
    for (const token of group) {
      const term = termOf(token, group, words.indexOf(word), query);
      const known = terms.get(term.text);
      if (known) terms.set(term.text, { ...known, prefix: known.prefix || term.prefix });
      else if (terms.size < maxQueryTerms) terms.set(term.text, term);
    }
  }
  return { terms: [...terms.values()], words };
}

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  tokenize(query, (units, from, to, kind, start, end) => {
    tokens.push({ text: String.fromCharCode(...units.subarray(from, to)), kind, start, end });
  });
  return tokens;
}

/** Puts the tokens of one identifier, or of one run of pairs, together. */
function groupTokens(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  let open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === tokenKind.word) groups.push([token]);
    else if (token.kind === tokenKind.whole) {
      const parts: Token[] = [];
      while (groups.length > 0 && groups.at(-1)![0]!.start >= token.start) {
        parts.unshift(...groups.pop()!);
      }
      groups.push([token, ...parts]);
    } else if (token.kind === tokenKind.pair) open.push(token);
    else {
      groups.push(open.length > 0 ? open : [token]);
      open = [];
    }
  }
  return groups;
}

function isStopWord(group: readonly Token[]): boolean {
  return group.length === 1 && stopWords.has(group[0]!.text);
}

function termOf(token: Token, group: readonly Token[], word: number, query: string): QueryTerm {
  const isPart = token.kind === tokenKind.word && group.length > 1;
  const isWord = token.kind === tokenKind.word || token.kind === tokenKind.whole;
  const stemmed = stem(token.text);
  return {
    text: token.text,
    stem: isWord && token.text.length > 3 && /^[a-z]+$/.test(token.text) ? stemmed : undefined,
    prefix: isWord ? mayGoOn(token, query) : token.kind === tokenKind.last,
    weight: isPart ? 0.5 : 1,
    word,
  };
}

/** Long words begin longer ones about the same thing: `deploy` and `deployment`. */
const longWord = 6;

/** True when words that begin with this one are looked for too. */
function mayGoOn({ text, end }: Token, query: string): boolean {
  const isOpen = end === query.length || query[end] === '*';
  return text.length >= longWord || (text.length > 1 && isOpen);
}
