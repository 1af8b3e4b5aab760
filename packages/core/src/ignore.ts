import { MemoryError } from './errors.js';
import { foldName } from './fold.js';
import { foldCase } from './search/contains.js';
import { searchedWord } from './search/searched-word.js';
import { stemOf, withoutDot } from './storage-path.js';

/**
 * Entries to act as if they did not exist: all of them (`true`), or each that is of one of the
 * types, answers to one of the names, or holds every word of one of the queries.
 */
export type Ignore =
  | true
  | {
      /** Case does not matter. */
      readonly types?: readonly string[] | undefined;
      /** Names, file stems or paths, in any spelling that `foldName` takes for the same. */
      readonly names?: readonly string[] | undefined;
      /** Words, looked for as parts of name, description and body, and as a search finds them. */
      readonly query?: string | readonly string[] | undefined;
    };

/** What has to be known of an entry to tell whether it is ignored. */
export interface IgnorableEntry {
  readonly path: string;
  readonly name: string;
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  /** Needed where `asksForBodies` says so; elsewhere it may be left out. */
  readonly body?: string | undefined;
}

/** Whether an entry is ignored: the one rule of index, list, search, recall and context. */
export function ignorePredicate(ignore: Ignore | undefined): (entry: IgnorableEntry) => boolean {
  if (ignore === undefined) return () => false;
  if (ignore === true) return () => true;
  const types = new Set(ignore.types?.map((type) => type.trim().toLowerCase()));
  const names = new Set(ignore.names?.flatMap((name) => [name, withoutDot(name)]).map(foldName));
  const queries = queriesOf(ignore).map((query) => queryPredicate(query));
  return (entry) =>
    (entry.type !== undefined && types.has(entry.type.toLowerCase())) ||
    (names.size > 0 && namesOf(entry).some((name) => names.has(foldName(name)))) ||
    queries.some((isMeant) => isMeant(entry));
}

/** True when bodies have to be read to tell which entries are ignored. */
export function asksForBodies(ignore: Ignore | undefined): boolean {
  return ignore !== undefined && ignore !== true && queriesOf(ignore).some((query) => query.trim());
}

/**
 * Reads the form of command lines and environment variables: `all`, or parts with commas between,
 * each `type:…`, `name:…` or `query:…`. A part without such a word belongs to the one before it, so
 * names and queries may hold commas. Empty text, `none`, `false` and `0` ignore nothing.
 *
 * @throws MemoryError INVALID_ENTRY for anything else: to guess would show what should be hidden.
 */
export function parseIgnore(text: string): Ignore | undefined {
  const whole = text.trim().toLowerCase();
  if (['', 'none', 'false', '0'].includes(whole)) return undefined;
  const parts = partsOf(text);
  if (parts.some(({ kind }) => kind === 'all')) return true;
  const valuesOf = (kind: string) => parts.filter((part) => part.kind === kind).map(textOf);
  return { types: valuesOf('type'), names: valuesOf('name'), query: valuesOf('query') };
}

function queriesOf({ query = [] }: Exclude<Ignore, true>): readonly string[] {
  return typeof query === 'string' ? [query] : query;
}

/** What a search for these words finds is hidden by them too: accents, forms, parts of identifiers. */
function queryPredicate(query: string): (entry: IgnorableEntry) => boolean {
  const words = query.split(/\s+/).filter(Boolean).map(wordFinder);
  return (entry) => {
    const texts = [entry.name, entry.description ?? '', entry.body ?? ''];
    return words.length > 0 && words.every((isIn) => texts.some(isIn));
  };
}

function wordFinder(word: string): (text: string) => boolean {
  const folded = foldCase(word);
  const isFound = searchedWord(word);
  return (text) => foldCase(text).includes(folded) || isFound(text);
}

function namesOf({ name, path }: IgnorableEntry): string[] {
  const withoutSuffix = path.endsWith('.md') ? path.slice(0, -3) : path;
  return [name, path, withoutSuffix, stemOf(path), `${stemOf(path)}.md`];
}

interface Part {
  readonly kind: string;
  readonly value: string;
}

function textOf({ value }: Part): string {
  return value.trim();
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const piece of text.split(',')) {
    const match = /^\s*(?:(all|true|1)\s*$|(type|name|query):(.*)$)/is.exec(piece);
    const last = parts.pop();
    if (match?.[1]) parts.push(...keep(last), { kind: 'all', value: '' });
    else if (match) parts.push(...keep(last), { kind: match[2]!.toLowerCase(), value: match[3]! });
    else if (last && last.kind !== 'all') parts.push({ ...last, value: `${last.value},${piece}` });
    else throw unclear(piece);
  }
  const empty = parts.find((part) => part.kind !== 'all' && textOf(part) === '');
  if (empty) throw unclear(`${empty.kind}:`);
  return parts;
}

function keep(part: Part | undefined): Part[] {
  return part ? [part] : [];
}

function unclear(piece: string): MemoryError {
  return new MemoryError(
    'INVALID_ENTRY',
    `${JSON.stringify(piece.trim())} does not say what to ignore: write all, or type:project, name:some-name, query:some words, with commas between.`,
  );
}
