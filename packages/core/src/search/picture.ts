import { characterKind, kindOf } from './characters.js';

const keycap = 0x20e3;
const joiner = 0x200d;

/** True for `1`, `#` or `*` with a key drawn around it. */
export function isKeycapAt(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (next !== keycap && (next !== 0xfe0f || text.charCodeAt(at + 2) !== keycap)) return false;
  const unit = text.charCodeAt(at);
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x23 || unit === 0x2a;
}

/**
 * Where what a reader sees as one picture ends: a keycap, a flag, or an emoji with its looks and
 * whatever is joined to it. One begins at `start`.
 */
export function pictureEnd(text: string, start: number): number {
  if (isKeycapAt(text, start)) return text.charCodeAt(start + 1) === keycap ? start + 2 : start + 3;
  if (isFlagHalf(text.codePointAt(start)!)) {
    return isFlagHalf(text.codePointAt(start + 2) ?? 0) ? start + 4 : start + 2;
  }
  let at = start;
  for (;;) {
    at += widthOf(text.codePointAt(at)!);
    for (let next = text.codePointAt(at) ?? 0; isLook(next) || isTag(next); ) {
      at += widthOf(next);
      next = text.codePointAt(at) ?? 0;
    }
    if (text.charCodeAt(at) !== joiner || !isJoinable(text.codePointAt(at + 1) ?? 0)) return at;
    at++;
  }
}

/** True for what changes how a picture is drawn and not what it shows: skin tones, selectors. */
export function isLook(codePoint: number): boolean {
  return (
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) || (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff)
  );
}

/** They spell out which region's flag a black one is. */
function isTag(codePoint: number): boolean {
  return codePoint >= 0xe0020 && codePoint <= 0xe007f;
}

function isFlagHalf(codePoint: number): boolean {
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

function isJoinable(codePoint: number): boolean {
  return kindOf(codePoint) === characterKind.picture && !isFlagHalf(codePoint);
}

function widthOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}
