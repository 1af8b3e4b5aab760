import { germanStopWords } from './words/stop-words.js';

/** Function words that German has and English lacks. */
const germanSigns = new Set(
  [...germanStopWords].filter(
    (word) => !/^(?:an|in|am|was|so|hat|man|will|die|war|also)$/.test(word),
  ),
);

/**
 * The language a question is written in, as far as its letters and small words tell: `ko`, `ja`,
 * `zh`, `de`, `en` for the rest of the Latin script, `other` for every other script.
 */
export function languageOf(text: string): string {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.some((word) => /[äöüß]/u.test(word) || germanSigns.has(word))) return 'de';
  return words.length === 0 || words.some((word) => /\p{Script=Latin}/u.test(word))
    ? 'en'
    : 'other';
}
