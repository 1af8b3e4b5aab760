// The tokenizer a second time, slow and plain: characters become letters that stand for their
// kind, and regular expressions over those letters find the tokens.

export interface NaiveToken {
  readonly text: string;
  readonly kind: 'word' | 'whole' | 'pair' | 'last';
  readonly start: number;
  readonly end: number;
}

interface Character {
  /** a: letter, A: capital, 0: digit, m: mark, j: joiner, #, p: pair, e: emoji; a blank for the rest. */
  readonly kind: string;
  readonly fold: string;
  readonly start: number;
  readonly end: number;
}

export function naiveTokens(text: string): NaiveToken[] {
  const characters = charactersOf(text);
  const kinds = characters.map(({ kind }) => kind).join('');
  const tokens: NaiveToken[] = [];
  for (const match of kinds.matchAll(/(?:#(?=0))?[aA0][aA0m]*(?:j[aA0][aA0m]*)*|pm*(?:pm*)*|e/g)) {
    const run = characters.slice(match.index, match.index + match[0].length);
    tokens.push(...(match[0].startsWith('p') ? pairTokens(run) : wordTokens(run, match[0])));
  }
  return tokens;
}

function wordTokens(run: readonly Character[], kinds: string): NaiveToken[] {
  if (kinds === 'e') return [pictureToken(run[0]!)];
  const starts = new Set([0]);
  // A capital after a small letter or digit, marks between them set aside.
  for (const match of kinds.matchAll(/(?<=[a0]m*)A/g)) starts.add(match.index);
  // The last capital of several, where two small letters follow it at once.
  for (const match of kinds.matchAll(/(?<=Am*)A(?=aa)/g)) starts.add(match.index);
  for (const match of kinds.matchAll(/j/g)) starts.add(match.index).add(match.index + 1);
  if (kinds.startsWith('#')) starts.add(1);
  const bounds = [...starts].sort((a, b) => a - b);
  const parts = bounds
    .map((from, index) => run.slice(from, bounds[index + 1] ?? run.length))
    .filter((part) => !/^[j#]$/.test(part[0]!.kind));
  const words = parts.map((part) => tokenOf(part, 'word'));
  const whole = tokenOf(run, 'whole', 1000);
  const isWhole = (parts.length > 1 || kinds.startsWith('#')) && whole.text.length <= 64;
  return isWhole ? [...words, whole] : words;
}

function pictureToken({ fold, start, end }: Character): NaiveToken {
  const parts = [...fold];
  while (parts.join('').length > 64) parts.pop();
  return { text: parts.join(''), kind: 'word', start, end };
}

function pairTokens(run: readonly Character[]): NaiveToken[] {
  const clusters: Character[][] = [];
  for (const character of run) {
    if (character.kind === 'p') clusters.push([character]);
    else clusters.at(-1)!.push(character);
  }
  return clusters.flatMap((cluster, index): NaiveToken[] => {
    const next = clusters[index + 1];
    const own = composed(cluster);
    const { start } = cluster[0]!;
    if (!next) return [{ text: own, kind: 'last', start, end: cluster.at(-1)!.end }];
    return [{ text: own + composed(next), kind: 'pair', start, end: next.at(-1)!.end }];
  });
}

function composed(cluster: readonly Character[]): string {
  return cluster
    .map(({ fold }) => fold)
    .join('')
    .normalize('NFC');
}

function tokenOf(run: readonly Character[], kind: NaiveToken['kind'], limit = 64): NaiveToken {
  const text = run.map(({ fold }) => fold).join('');
  return { text: text.slice(0, limit), kind, start: run[0]!.start, end: run.at(-1)!.end };
}

/** A keycap, a flag or half of one, or pictograms joined to each other with their looks. */
const picture =
  /^(?:[0-9#*]\uFE0F?\u20E3|\p{RI}{1,2}|(?![\p{L}\p{N}])\p{ExtPict}[\uFE00-\uFE0F\p{EMod}\u{E0020}-\u{E007F}]*(?:\u200D(?![\p{L}\p{N}])\p{ExtPict}[\uFE00-\uFE0F\p{EMod}\u{E0020}-\u{E007F}]*)*)/u;
const looks = /[\uFE00-\uFE0F\p{EMod}]/gu;

function charactersOf(text: string): Character[] {
  const characters: Character[] = [];
  for (let start = 0; start < text.length; ) {
    const whole = picture.exec(text.slice(start, start + 4_096))?.[0];
    const character = whole ?? String.fromCodePoint(text.codePointAt(start)!);
    const end = start + character.length;
    characters.push(
      whole === undefined
        ? { kind: kindOf(character), fold: foldOf(character), start, end }
        : { kind: 'e', fold: whole.replace(looks, ''), start, end },
    );
    start = end;
  }
  return characters;
}

const pairScript =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

function kindOf(character: string): string {
  if (/[_.-]/.test(character)) return 'j';
  if (character === '#') return '#';
  if (/\p{M}|\p{Variation_Selector}|\u{ad}|\u{200c}|\u{200d}|\u{640}/u.test(character)) return 'm';
  if (/[\u1160-\u11ff\uff9e\uff9f]/.test(character)) return 'm';
  const fold = foldOf(character);
  if (!/[\p{L}\p{N}]/u.test(character) || !/^[\p{L}\p{N}]/u.test(fold)) return ' ';
  if (pairScript.test(String.fromCodePoint(fold.codePointAt(0)!)) && !/^\p{Nd}/u.test(fold)) {
    return 'p';
  }
  if (/^\p{N}/u.test(fold)) return '0';
  return /[\p{Lu}\p{Lt}]/u.test(character) ? 'A' : 'a';
}

const special: Readonly<Record<string, string>> = {
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

function foldOf(character: string): string {
  if (/\p{Variation_Selector}|\u{ad}|\u{200c}|\u{200d}/u.test(character)) return '';
  const small = character.normalize('NFKC').toLowerCase().normalize('NFD');
  const kept = Array.from(small).filter((part) => !isOptionalMark(part.codePointAt(0)!));
  const bare = kept.join('').normalize('NFC');
  const fold = /[\p{L}\p{N}]/u.test(character)
    ? Array.from(bare)
        .filter((part) => /[\p{L}\p{N}\p{M}]/u.test(part))
        .join('')
    : bare;
  return special[fold] ?? fold;
}

/** First and last code points of marks that spellings leave out. */
const optional = [
  [0x300, 0x36f],
  [0x591, 0x5c7],
  [0x610, 0x61a],
  [0x640, 0x640],
  [0x64b, 0x65f],
  [0x670, 0x670],
  [0x6d6, 0x6ed],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
] as const;

function isOptionalMark(codePoint: number): boolean {
  return optional.some(([first, last]) => codePoint >= first && codePoint <= last);
}
