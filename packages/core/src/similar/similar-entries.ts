import type { MemoryEntry } from '../entry.js';
import { bodyText } from '../entry-file/body-text.js';
import { isMemoryError } from '../errors.js';
import type { SimilarEntry } from '../memory-store.js';
import type { DirectorySnapshot, KnownEntry } from '../store/directory-view.js';
import { readEntryFile } from '../store/read-entry-file.js';
import type { StoreWorld } from '../store/store-world.js';
import { likeness, likenessFrom, type MemoryWords, wordsIn, wordsOf } from './likeness.js';
import { mostWordsFound, WordFinder, wordKeys } from './word-finder.js';

/** How many are named. */
const mostNamed = 3;

/** How many files are read to compare bodies, however many memories there are. */
const mostRead = 8;

/**
 * Entries that say much the same as one that was just saved. The headers, which the save has read
 * already, choose a few candidates; only their bodies are read. It names, and never fails: by now
 * the memory is saved.
 */
export async function similarEntries(
  { storage }: StoreWorld,
  { entries }: DirectorySnapshot,
  saved: MemoryEntry,
): Promise<readonly SimilarEntry[]> {
  try {
    const words = wordsOf(saved);
    const found: SimilarEntry[] = [];
    for (const entry of candidates(words, entries, saved.path)) {
      const file = await storage.read(entry.path);
      if (file === undefined) continue;
      const { name, description, body } = await readEntryFile(entry.path, file.bytes);
      const score = likeness(words, wordsOf({ name, description, body: bodyText(body) }));
      if (score < likenessFrom) continue;
      found.push({ path: entry.path, name, score: Math.round(score * 100) / 100 });
    }
    return found
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .slice(0, mostNamed);
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    return [];
  }
}

/** Those whose headers share the most with the memory; a rare word counts more than a common one. */
function candidates(words: MemoryWords, entries: readonly KnownEntry[], own: string): KnownEntry[] {
  const bodyWords = [...words.body].filter((word) => !words.head.has(word));
  const wanted = [...words.head, ...bodyWords].slice(0, mostWordsFound);
  const scores = new Float64Array(entries.length);
  for (const holding of holdersOf(wanted, entries)) {
    const weight = Math.log(1 + entries.length / Math.max(1, holding.length));
    for (const at of holding) scores[at]! += weight;
  }
  const best: number[] = [];
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at]!;
    if (score <= (best.length < mostRead ? 0 : scores[best[mostRead - 1]!]!)) continue;
    if (!entries[at]!.readable || entries[at]!.path === own) continue;
    const place = best.findIndex((other) => scores[other]! < score);
    best.splice(place < 0 ? best.length : place, 0, at);
    if (best.length > mostRead) best.pop();
  }
  return best.map((at) => entries[at]!);
}

/** For each of the words, which headers have one that begins with it or holds it further in. */
function holdersOf(words: readonly string[], entries: readonly KnownEntry[]): number[][] {
  const finder = new WordFinder(words);
  const holders = words.map((): number[] => []);
  for (let at = 0; at < entries.length; at++) {
    const { text, keys } = headerText(entries[at]!);
    for (const word of finder.possibleIn(keys)) {
      if (text.includes(words[word]!)) holders[word]!.push(at);
    }
  }
  return holders;
}

interface HeaderText {
  /** Folded as words are, so that a word of the memory can be looked for in it. */
  readonly text: string;
  readonly keys: string;
}

/** Of entries that did not change, as long as the store has them: see `DirectoryView`. */
const headerTexts = new WeakMap<KnownEntry, HeaderText>();

function headerText(entry: KnownEntry): HeaderText {
  let known = headerTexts.get(entry);
  if (known === undefined) {
    const text = foldedHeader(`${entry.name} ${entry.header.description ?? ''}`);
    known = { text, keys: wordKeys(text) };
    headerTexts.set(entry, known);
  }
  return known;
}

function foldedHeader(plain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is looked for
  if (!/^[\u0000-\u007f]*$/.test(plain)) return [...wordsIn(plain)].join(' ');
  return plain.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
}
