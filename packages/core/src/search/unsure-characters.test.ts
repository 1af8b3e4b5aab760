import { describe, expect, it } from 'vitest';
import { characterKind, foldOf, kindOf } from './characters.js';
import { isUnsure } from './unsure-characters.js';

/** True when a search for the fold, case ignored, finds the character itself. */
function isFoundAsItIs(codePoint: number): boolean {
  const kind = kindOf(codePoint);
  if (kind === characterKind.gap) return true;
  const [character, fold] = [String.fromCodePoint(codePoint), foldOf(codePoint)];
  if (kind === characterKind.mark) return false;
  if (fold === character) return true;
  return fold.length === 1 && /[a-z]|[^ -~]/.test(fold) && new RegExp(fold, 'i').test(character);
}

describe('isUnsure', () => {
  it('is true of every character that a plain search would miss', () => {
    const missed: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      if (isUnsure(String.fromCodePoint(codePoint))) continue;
      if (!isFoundAsItIs(codePoint)) missed.push(codePoint.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it('is false of what most texts are made of', () => {
    const usual =
      ' abcXYZ019_-.,;:!?“”‘’–—…·°×→✓■。，、；：？！「」（）《》部署流程データあいうカ배포🎉🚀';
    expect([...usual].filter((character) => isUnsure(character))).toEqual([]);
  });
});
