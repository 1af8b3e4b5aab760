/**
 * True when the text holds characters that may stand for others: what they fold to is not what a
 * comparison of bytes, or a regular expression that ignores case, would find. Accents, marks, full
 * width, ligatures, … A few harmless ones count as such, to keep the list short; a test goes
 * through all of Unicode.
 */
export function isUnsure(text: string): boolean {
  return unsureOrEmoji.test(text) && unsure.test(text);
}

/** In the first plane, by one class alone: that is what an expression looks for fastest. */
const ofFirstPlane = [
  // Latin with accents, and signs that are letters; modifiers and combining marks.
  '\\u00aa\\u00ad\\u00b2\\u00b3\\u00b5\\u00b9\\u00ba\\u00bc-\\u00be\\u00c0-\\u00d6\\u00d8-\\u00f6',
  '\\u00f8-\\u0233\\u02b0-\\u036f',
  // Greek and Cyrillic with accents.
  '\\u0374-\\u0390\\u03aa-\\u03b0\\u03ca-\\u040f\\u0419\\u0439\\u0450-\\u045f\\u0476-\\u0489',
  '\\u04c1-\\u04f9',
  // Scripts whose vowel signs are marks, from Hebrew to Burmese, and the second half of Hangul's
  // letters.
  '\\u0587-\\u109d\\u10fc\\u1160-\\u11ff\\u135d-\\u1cf9',
  // Phonetic extensions, more accents, joiners; raised, lowered and circled ones.
  '\\u1d2c-\\u200d\\u2070-\\u209c\\u20d0-\\u20f0\\u2100-\\u2189\\u2460-\\u249b\\u24ea\\u2c60-\\u2dff',
  // East Asian compatibility and voicing signs.
  '\\u2e80-\\u2fdf\\u302a-\\u303a\\u3099-\\u309f\\u30ff\\u3131-\\u3195\\u3220-\\u33ff',
  '\\ua66f-\\uabed\\uf900-\\ufe2f\\ufe70-\\ufefc\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdc',
  // Beyond the first plane all but emoji and Han.
  '\\ud800-\\ud83b\\ud83f\\ud87e-\\udbff',
].join('');

const unsureOrEmoji = new RegExp(`[${ofFirstPlane}\\ud83c\\ud83e]`);
/** Only a few of the characters that share these halves with emoji are letters or digits. */
const unsure = new RegExp(`[${ofFirstPlane}]|\\ud83c[\\udd00-\\udd0c]|\\ud83e[\\udff0-\\udff9]`);
