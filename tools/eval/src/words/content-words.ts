import { isParticle, stemEnglish, stemGerman, withoutParticle } from './stems.js';
import { cjkStopWords, englishStopWords, germanStopWords } from './stop-words.js';

/** ICU has one dictionary for Chinese and Japanese; the locale makes no difference to it. */
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

const ideographic = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆';
const runPattern = new RegExp(
  `[${ideographic}]+|\\p{Script=Hangul}+|(?:(?![${ideographic}\\p{Script=Hangul}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);
const ideographicStart = new RegExp(`^[${ideographic}]`, 'u');

/**
 * The words of a text that say what it is about, folded and without inflection, so that texts can
 * be compared by set operations. Identifiers are taken apart (`retryWithJitter`, `order_event`);
 * Chinese and Japanese are cut by a dictionary and Korean loses its particles. Left out: function
 * words, words of one character, and what is all hiragana.
 */
export function contentWords(text: string, language: string): Set<string> {
  const words = new Set<string>();
  for (const run of runsOf(text)) {
    if (/\p{Script=Hangul}/u.test(run)) addKorean(run, words);
    else if (ideographicStart.test(run)) addSegments(run, words);
    else addAlphabetic(run, language, words);
  }
  return words;
}

/** Letters and digits of one kind of script, lower case, width and Latin accents folded. */
function runsOf(text: string): readonly string[] {
  const folded = text
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss');
  return folded.match(runPattern) ?? [];
}

function addSegments(run: string, words: Set<string>): void {
  for (const { segment } of segmenter.segment(run)) {
    if (segment.length < 2 || cjkStopWords.has(segment)) continue;
    if (/^\p{Script=Hiragana}+$/u.test(segment)) continue;
    words.add(segment);
  }
}

function addKorean(run: string, words: Set<string>): void {
  if (cjkStopWords.has(run) || isParticle(run)) return;
  const word = withoutParticle(run);
  if (word.length > 1 && !cjkStopWords.has(word)) words.add(word);
}

function addAlphabetic(run: string, language: string, words: Set<string>): void {
  if (run.length < 2 || englishStopWords.has(run)) return;
  if (language !== 'de') words.add(stemEnglish(run));
  else if (!germanStopWords.has(run)) words.add(stemGerman(run));
}
