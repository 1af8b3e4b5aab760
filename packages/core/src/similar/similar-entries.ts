import type { MemoryEntry } from '../entry.js';
import { bodyText } from '../entry-file/body-text.js';
import { isMemoryError } from '../errors.js';
import type { SimilarEntry } from '../memory-store.js';
import type { DirectorySnapshot, KnownEntry } from '../store/directory-view.js';
import { readEntryFile } from '../store/read-entry-file.js';
import type { StoreWorld } from '../store/store-world.js';
import { likeness, likenessFrom, type MemoryWords, wordsIn, wordsOf } from './likeness.js';

/** How many are named. */
const mostNamed = 3;

/** How many files are read to compare bodies, however many memories there are. */
const mostRead = 8;

/** Words of the new memory that headers are looked through for. */
const mostWords = 32;

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
    const others = entries.filter(({ path, readable }) => readable && path !== saved.path);
    const found: SimilarEntry[] = [];
    for (const entry of candidates(words, others)) {
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
function candidates(words: MemoryWords, entries: readonly KnownEntry[]): KnownEntry[] {
  const scores = new Float64Array(entries.length);
  const headers = entries.map(headerText);
  const bodyWords = [...words.body].filter((word) => !words.head.has(word));
  for (const word of [...words.head, ...bodyWords].slice(0, mostWords)) {
    const holding: number[] = [];
    // A loop, since it runs for each header and word: `flatMap` takes several times as long.
    for (let at = 0; at < headers.length; at++) if (headers[at]!.includes(word)) holding.push(at);
    const weight = Math.log(1 + entries.length / Math.max(1, holding.length));
    for (const at of holding) scores[at]! += weight;
  }
  return [...scores.keys()]
    .filter((at) => scores[at]! > 0)
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, mostRead)
    .map((at) => entries[at]!);
}

/** Of entries that did not change, as long as the store has them: see `DirectoryView`. */
const headerTexts = new WeakMap<KnownEntry, string>();

/** Folded as words are, so that a word of the memory can be looked for in it. */
function headerText(entry: KnownEntry): string {
  let text = headerTexts.get(entry);
  if (text === undefined) {
    const plain = `${entry.name} ${entry.header.description ?? ''}`;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is looked for
    const isAscii = /^[\u0000-\u007f]*$/.test(plain);
    text = isAscii ? plain.toLowerCase() : [...wordsIn(plain)].join(' ');
    headerTexts.set(entry, text);
  }
  return text;
}
