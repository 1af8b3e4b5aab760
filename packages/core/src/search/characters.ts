/** What a character is to the tokenizer. The numbers are packed into byte tables. */
export const characterKind = {
  /** Not looked up yet. */
  unknown: 0,
  /** Ends a word. */
  gap: 1,
  /** A letter without case, or a small one. */
  letter: 2,
  capital: 3,
  digit: 4,
  /** Belongs to the character before it: combining marks, joiners, variation selectors. */
  mark: 5,
  /** `_`, `.` and `-`: holds an identifier together when letters or digits stand on both sides. */
  joiner: 6,
  /** `#`: part of the token when a digit follows. */
  hash: 7,
  /** A character of a script that is written without blanks, or (Hangul) with endings attached. */
  pair: 8,
  /** An emoji, another pictogram, or one half of a flag: a token of its own. */
  picture: 9,
} as const;

/** The kinds of the Basic Multilingual Plane, filled in as characters are met. */
export const characterKinds = new Uint8Array(0x10000);

/**
 * What a character folds to, as one UTF-16 unit; 0 where that is nothing or more than one unit
 * (see `longFolds`). Valid once the kind is known.
 */
export const characterFolds = new Uint16Array(0x10000);

/** Folds that are not one unit: `ß` to `ss`, a mark to nothing. */
const longFolds = new Map<number, string>();
const astralKinds = new Map<number, number>();

for (let unit = 0; unit < 128; unit++) {
  characterKinds[unit] = asciiKind(unit);
  characterFolds[unit] = unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
}

function asciiKind(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return characterKind.letter;
  if (unit >= 0x41 && unit <= 0x5a) return characterKind.capital;
  if (unit >= 0x30 && unit <= 0x39) return characterKind.digit;
  if (unit === 0x5f || unit === 0x2e || unit === 0x2d) return characterKind.joiner;
  return unit === 0x23 ? characterKind.hash : characterKind.gap;
}

/** The kind of a code point of any plane. */
export function kindOf(codePoint: number): number {
  if (codePoint > 0xffff) {
    const known = astralKinds.get(codePoint);
    return known ?? learn(codePoint);
  }
  const known = characterKinds[codePoint]!;
  return known === characterKind.unknown ? learn(codePoint) : known;
}

/** What a code point folds to: lower case, without accents and width; may be empty. */
export function foldOf(codePoint: number): string {
  kindOf(codePoint);
  const long = longFolds.get(codePoint);
  if (long !== undefined) return long;
  if (codePoint > 0xffff) return String.fromCodePoint(codePoint);
  return String.fromCharCode(characterFolds[codePoint]!);
}

function learn(codePoint: number): number {
  if (isPlainPair(codePoint)) {
    characterFolds[codePoint] = codePoint;
    characterKinds[codePoint] = characterKind.pair;
    return characterKind.pair;
  }
  const character = String.fromCodePoint(codePoint);
  const folded = foldCharacter(character);
  const kind = classify(character, folded);
  const fold = kind === characterKind.picture ? character : folded;
  if (fold.length === 1 && codePoint <= 0xffff) characterFolds[codePoint] = fold.charCodeAt(0);
  else if (fold !== character) longFolds.set(codePoint, fold);
  if (codePoint > 0xffff) astralKinds.set(codePoint, kind);
  else characterKinds[codePoint] = kind;
  return kind;
}

/**
 * Han, kana and Hangul syllables that fold to themselves: known without asking Unicode's tables,
 * which takes microseconds a character, and a Chinese text has thousands.
 */
function isPlainPair(codePoint: number): boolean {
  return (
    (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0x3041 && codePoint <= 0x3096) ||
    (codePoint >= 0x30a1 && codePoint <= 0x30fa)
  );
}

/** Marks that spellings leave out at will: accents, Hebrew points, Arabic vowel signs. */
const optionalMarks =
  /[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|\u0640/g;

/** Letters that Unicode does not take apart though readers do. */
const otherFolds: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ς: 'σ',
};

/** Soft hyphen, joiners, variation selectors: how to draw or break a word, not what it is. */
function isInvisible(character: string): boolean {
  return /\p{Variation_Selector}|\u{ad}|\u{200c}|\u{200d}/u.test(character);
}

function foldCharacter(character: string): string {
  if (isInvisible(character)) return '';
  const narrow = character.normalize('NFKC').toLowerCase();
  const bare = narrow.normalize('NFD').replace(optionalMarks, '').normalize('NFC');
  const fold = /^[\p{L}\p{N}]/u.test(character) ? bare.replace(/[^\p{L}\p{N}\p{M}]/gu, '') : bare;
  return otherFolds[fold] ?? fold;
}

function isPicture(character: string): boolean {
  return /^[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(character);
}

const pairScripts =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

function classify(character: string, fold: string): number {
  // The second and third part of a Hangul syllable, and half-width voicing signs, are letters to
  // Unicode; they join what stands before them.
  if (/^[\u1160-\u11ff\uff9e\uff9f]/.test(character)) return characterKind.mark;
  if (isInvisible(character) || /^\p{M}/u.test(character)) return characterKind.mark;
  if (fold === '' || !/^[\p{L}\p{N}]/u.test(fold) || !/^[\p{L}\p{N}]/u.test(character)) {
    if (character === '\u0640') return characterKind.mark;
    return isPicture(character) ? characterKind.picture : characterKind.gap;
  }
  if (pairScripts.test(fold) && !/^\p{Nd}/u.test(fold)) return characterKind.pair;
  if (/^\p{N}/u.test(fold)) return characterKind.digit;
  return /^[\p{Lu}\p{Lt}]/u.test(character) ? characterKind.capital : characterKind.letter;
}
