import { characterFolds, characterKind, characterKinds, foldOf, kindOf } from './characters.js';
import { isKeycapAt, isLook, pictureEnd } from './picture.js';

/** What a token is of. */
export const tokenKind = {
  /** A word, or one part of an identifier. */
  word: 0,
  /** An identifier of several parts, as one: `snake_case`, `camelCase`, `v2.1`, `#155`. */
  whole: 1,
  /** Two neighbouring characters of a script without blanks. */
  pair: 2,
  /** The last character of a run of such a script: makes single characters findable. */
  last: 3,
} as const;

/**
 * Takes one token. `units[from..to)` is its folded text, valid only during the call; `start` and
 * `end` say where it stands in the text.
 */
export type TokenSink = (
  units: Uint16Array,
  from: number,
  to: number,
  kind: number,
  start: number,
  end: number,
) => void;

/** Tokens are cut to this many UTF-16 units: what is longer is data, not a word. */
export const maxTokenUnits = 64;

const { gap, letter, capital, digit, mark, joiner, hash, pair, picture } = characterKind;

const hashUnit = 0x23;
/** Of all gaps only this may begin a keycap. */
const starUnit = 0x2a;

// One walk at a time (a sink never tokenizes), so the scratch space is shared.
const units = new Uint16Array(1024);
const maxFilled = 512;
const maxParts = 128;
const partFrom = new Uint16Array(maxParts + 1);
const partTo = new Uint16Array(maxParts + 1);
const partStart = new Uint32Array(maxParts + 1);
const partEnd = new Uint32Array(maxParts + 1);

/**
 * Gives every token of the text to the sink, in order, in linear time. Case, width and accents are
 * folded away. Scripts with blanks give words; identifiers give their parts and the whole;
 * Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese give overlapping pairs. An emoji, flag or
 * keycap is one word, whatever its skin tone. A part of a text, `from` one place `to` another, gives
 * its own tokens if blanks or line ends are around it.
 */
export function tokenize(text: string, sink: TokenSink, from = 0, to: number = text.length): void {
  let at = from;
  while (at < to) {
    const kind = kindAt(text, at);
    if (kind === letter || kind === capital) at = takeWord(text, at, at, sink);
    else if (kind === pair) at = takePairs(text, at, sink);
    else if (kind === gap && text.charCodeAt(at) !== starUnit) at++;
    else if (kind === picture || isKeycapAt(text, at)) at = takePicture(text, at, sink);
    else if (kind === digit) at = takeWord(text, at, at, sink);
    else if (kind === hash && isDigitAt(text, at + 1)) at = takeWord(text, at, at + 1, sink);
    else at++;
  }
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = characterKinds[unit]!;
  if (known !== 0 && (unit & 0xf800) !== 0xd800) return known;
  return kindOf(text.codePointAt(at)!);
}

function isDigitAt(text: string, at: number): boolean {
  return at < text.length && kindAt(text, at) === digit && !isKeycapAt(text, at);
}

function isWordAt(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const kind = kindAt(text, at);
  return kind === letter || kind === capital || isDigitAt(text, at);
}

/** How many units the character at this place has. */
function widthAt(text: string, at: number): number {
  if ((text.charCodeAt(at) & 0xfc00) !== 0xd800) return 1;
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** Appends the fold of the character at this place; returns the new length of the scratch. */
function appendFold(text: string, at: number, filled: number): number {
  if (filled >= maxFilled + maxTokenUnits) return filled;
  const unit = text.charCodeAt(at);
  const fold = characterFolds[unit]!;
  if (fold !== 0 && (unit & 0xf800) !== 0xd800) {
    units[filled] = fold;
    return filled + 1;
  }
  const folded = foldOf(text.codePointAt(at)!);
  for (let index = 0; index < folded.length; index++) units[filled++] = folded.charCodeAt(index);
  return filled;
}

/**
 * A word or an identifier. `start` is where its text begins (at the `#` of `#155`), `first` where
 * its first letter or digit stands. Parts end at `_`, `.`, `-` and at the humps of camel case: at a
 * capital after a small letter or digit, and at the last capital of several before small letters.
 */
function takeWord(text: string, start: number, first: number, sink: TokenSink): number {
  let at = first;
  let filled = 0;
  let parts = 0;
  let previous: number = gap;
  if (start !== first) units[filled++] = hashUnit;
  partFrom[0] = filled;
  partStart[0] = first;
  for (; at < text.length; at += widthAt(text, at)) {
    const kind = kindAt(text, at);
    if (kind === letter) previous = kind;
    else if (kind === capital) {
      if (previous !== gap && parts < maxParts && filled < maxFilled) {
        const hump = previous !== capital || areSmallAt(text, at + widthAt(text, at));
        if (hump) parts = closePart(parts, filled, at, filled, at);
      }
      previous = kind;
    } else if (kind === digit) {
      if (isKeycapAt(text, at)) break;
      previous = kind;
    } else if (kind === joiner) {
      if (parts === maxParts || filled >= maxFilled || !isWordAt(text, at + 1)) break;
      units[filled] = text.charCodeAt(at);
      parts = closePart(parts, filled, at, filled + 1, at + 1);
      filled++;
      previous = gap;
      continue;
    } else if (kind !== mark) break;
    filled = appendFold(text, at, filled);
  }
  partTo[parts] = filled;
  partEnd[parts] = at;
  emitWord(parts, filled, start, at, sink);
  return at;
}

/** True when two small letters stand here: `s` alone, as in `APIs`, is an ending. */
function areSmallAt(text: string, at: number): boolean {
  if (at >= text.length || kindAt(text, at) !== letter) return false;
  const next = at + widthAt(text, at);
  return next < text.length && kindAt(text, next) === letter;
}

/** Ends the open part and begins the next; returns how many are closed. */
function closePart(open: number, to: number, end: number, from: number, start: number): number {
  partTo[open] = to;
  partEnd[open] = end;
  partFrom[open + 1] = from;
  partStart[open + 1] = start;
  return open + 1;
}

function emitWord(parts: number, filled: number, start: number, end: number, sink: TokenSink) {
  for (let index = 0; index <= parts; index++) {
    const from = partFrom[index]!;
    const to = Math.min(partTo[index]!, from + maxTokenUnits);
    if (to > from) sink(units, from, to, tokenKind.word, partStart[index]!, partEnd[index]!);
  }
  const isWhole = parts > 0 || partFrom[0] !== 0;
  if (isWhole && filled <= maxTokenUnits) sink(units, 0, filled, tokenKind.whole, start, end);
}

/** A run of a script without blanks: each two neighbours, then the last one alone. */
function takePairs(text: string, first: number, sink: TokenSink): number {
  let at = first;
  let start = first;
  let filled = 0;
  let clusters = 0;
  while (at < text.length) {
    if (kindAt(text, at) !== pair) break;
    const clusterAt = at;
    const clusterFrom = filled;
    filled = appendFold(text, at, filled);
    at += widthAt(text, at);
    while (at < text.length && kindAt(text, at) === mark) {
      if (filled - clusterFrom < maxCluster) filled = appendFold(text, at, filled);
      at += widthAt(text, at);
    }
    if (filled - clusterFrom > 1) filled = compose(clusterFrom, filled);
    if (clusters > 0) {
      sink(units, 0, filled, tokenKind.pair, start, at);
      // Only the newest cluster is still needed: keep the scratch short however long the run is.
      for (let index = clusterFrom; index < filled; index++) {
        units[index - clusterFrom] = units[index]!;
      }
      filled -= clusterFrom;
    }
    start = clusterAt;
    clusters++;
  }
  sink(units, 0, filled, tokenKind.last, start, at);
  return at;
}

/** Marks a character can carry here; more are decoration, and are dropped. */
const maxCluster = 16;

/** Puts a base and its marks together where Unicode has one character for them. */
function compose(from: number, to: number): number {
  const composed = String.fromCharCode(...units.subarray(from, to)).normalize('NFC');
  for (let index = 0; index < composed.length; index++) {
    units[from + index] = composed.charCodeAt(index);
  }
  return from + composed.length;
}

/** A picture is one word, without what only says how to draw it. */
function takePicture(text: string, first: number, sink: TokenSink): number {
  const end = pictureEnd(text, first);
  let filled = 0;
  for (let at = first; at < end; ) {
    const width = widthAt(text, at);
    if (!isLook(text.codePointAt(at)!)) {
      if (filled + width > maxTokenUnits) break;
      units[filled++] = text.charCodeAt(at);
      if (width === 2) units[filled++] = text.charCodeAt(at + 1);
    }
    at += width;
  }
  sink(units, 0, filled, tokenKind.word, first, end);
  return end;
}
