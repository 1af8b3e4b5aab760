/** So many words can be looked for at once. */
export const mostWordsFound = 32;

/**
 * Tells which of a few words a text may hold, by the first characters of its words. Looking for each
 * of the words takes as many passes over the text, and there may be ten thousand texts.
 */
export class WordFinder {
  /** For each key, a bit for each word that begins so. */
  readonly #words = new Uint32Array(1 << keyBits);

  constructor(words: readonly string[]) {
    for (const [at, word] of words.slice(0, mostWordsFound).entries()) {
      const key = wordKeys(word).charCodeAt(0);
      if (!Number.isNaN(key)) this.#words[key]! |= 1 << at;
    }
  }

  /** The words, by their places, that some word of the text begins like, which has these keys. */
  possibleIn(keys: string): readonly number[] {
    let bits = 0;
    for (let at = 0; at < keys.length; at++) bits |= this.#words[keys.charCodeAt(at)]!;
    if (bits === 0) return none;
    const found: number[] = [];
    while (bits !== 0) {
      const at = 31 - Math.clz32(bits);
      bits &= ~(1 << at);
      found.push(at);
    }
    return found;
  }
}

/** A key for each word of a text in lower case, as characters: the least that a list can take. */
export function wordKeys(text: string): string {
  let keys = '';
  let [key, length] = [0, 0];
  const end = () => {
    if (length > 0) keys += String.fromCharCode(key);
    [key, length] = [0, 0];
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (!isInWord(unit)) end();
    else if (length++ < keyLength) key = nextKey(key, unit);
  }
  end();
  return keys;
}

const none: readonly number[] = [];

/** Characters: a stem of a word is seldom shorter, so the word begins as its stem does. */
const keyLength = 3;
const keyBits = 16;

function nextKey(key: number, unit: number): number {
  return (key * 41 + unit) & ((1 << keyBits) - 1);
}

/** A letter or digit in lower case; of other scripts, everything. */
function isInWord(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit >= 0x80;
}
