import { invisible } from '../hidden-marks.js';
import type { Place, TextRule } from '../hit.js';

const fix = 'Write the text anew, without what cannot be seen.';

/** Tag characters spell text that models read and people do not; three flags are made of them. */
export const hiddenTags: TextRule = {
  id: 'hidden-tags',
  group: 'hidden-characters',
  action: 'refuse',
  title: 'invisible tag characters, which can spell text that only a model sees',
  fix,
  find: (text) => hiddenPlaces(text, (run, before) => hasHiddenTags(run, before)),
};

/** Overrides and isolates show a text in another order than it is read; marks do so mildly. */
export const hiddenDirections: TextRule = {
  id: 'hidden-directions',
  group: 'hidden-characters',
  action: 'warn',
  title: 'characters that change the direction of the text',
  fix,
  find: (text) => {
    const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);
    return hiddenPlaces(text, (run) =>
      isRightToLeft
        ? /[\u202a-\u202e]/.test(run)
        : /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(run),
    );
  },
};

/** Zero width characters, fillers and rows of variation selectors: what is hidden between letters. */
export const hiddenWidths: TextRule = {
  id: 'hidden-characters',
  group: 'hidden-characters',
  action: 'warn',
  title: 'invisible characters between its letters',
  fix,
  find: (text) => hiddenPlaces(text, isHiddenWidth),
};

/** They move the cursor, delete, or recolour a terminal. */
export const hiddenControls: TextRule = {
  id: 'control-characters',
  group: 'hidden-characters',
  action: 'warn',
  title: 'control characters',
  fix,
  *find(text) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    for (const match of text.matchAll(/[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]+/g)) {
      yield { start: match.index, end: match.index + match[0].length };
    }
  },
};

type Judge = (run: string, before: string, after: string) => boolean;

function* hiddenPlaces(text: string, isHidden: Judge): Iterable<Place> {
  for (const match of text.matchAll(invisible)) {
    const start = match.index;
    const end = start + match[0].length;
    // A byte order mark at the very beginning is how a file says that it is Unicode.
    if (start === 0 && match[0] === '\ufeff') continue;
    if (isHidden(match[0], lastCharacter(text, start), text.slice(end, end + 2)))
      yield { start, end };
  }
}

function lastCharacter(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff;
  return end === 0 ? '' : text.slice(Math.max(0, end - (isPair ? 2 : 1)), end);
}

/** The flags of England, Scotland and Wales: a black flag, letters, the end. */
function hasHiddenTags(run: string, before: string): boolean {
  if (!/[\u{e0000}-\u{e007f}]/u.test(run)) return false;
  return !(
    before === '\u{1f3f4}' && /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,7}\u{e007f}$/u.test(run)
  );
}

/** Arabic, Syriac, N’Ko, the scripts of India and around, Mongolian: there joiners spell words. */
const joining =
  /[\u0600-\u08ff\u0900-\u0dff\u0e00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc\u{10a00}-\u{11fff}]/u;
const pictograph = /\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|[\u{1f1e6}-\u{1f1ff}]|[#*0-9]/u;

function isHiddenWidth(run: string, before: string, after: string): boolean {
  const rest = run.replace(
    /[\u{e0000}-\u{e007f}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad]/gu,
    '',
  );
  if (rest === '' || isSelector(rest, before)) return false;
  if (/^\ufe0f?\u200d$/.test(rest)) return !isJoined(before, after);
  if (rest === '\u200c') return !joining.test(before) && !joining.test(after);
  // Word joiners and Mongolian separators stand in well-set text, one by one.
  if (rest === '\u180e' || /^[\u180b-\u180d\u180f]$/.test(rest))
    return !/[\u1800-\u18af]/.test(before);
  if (/^\u2800+$/.test(rest)) return !/[\u2801-\u28ff]/.test(before);
  if (rest === '\u200b') return !/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/.test(before);
  return true;
}

function isJoined(before: string, after: string): boolean {
  return (pictograph.test(before) && pictograph.test(after)) || joining.test(before);
}

/** One selector behind a sign that has several looks. */
function isSelector(rest: string, before: string): boolean {
  if (/^[\ufe0e\ufe0f]$/.test(rest)) return before !== '';
  if (/^[\ufe00-\ufe0d]$/.test(rest)) return !/[A-Za-z0-9]/.test(before);
  return /^[\u{e0100}-\u{e01ef}]$/u.test(rest) && /\p{Script=Han}/u.test(before);
}
