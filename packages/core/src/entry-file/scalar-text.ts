// Letters and digits first, so no sign at the start can mean anything.
const plainStart = /^[\p{L}\p{N}]/u;
// Control characters, odd line ends, invisible signs: a person should see that they are there.
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;
const syntax = /:\s|\s#|:$/u;
const reservedWords = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
// Numbers, dates and times of YAML 1.1 and 1.2, and whatever looks like one.
const numberLike = /^\p{N}[\p{N}a-fxoztA-FXOZT_.,:+ -]*$/u;

/**
 * The value as YAML text of one line that every reader (YAML 1.1 and 1.2) takes for this very
 * string: as it is where that is certain, else in double quotes with escapes.
 *
 * @param quoted put it in quotes in any case, as inside of `{…}` and `[…]`
 */
export function scalarText(value: string, quoted = false): string {
  return !quoted && isCertain(value) ? value : quotedText(value);
}

function isCertain(value: string): boolean {
  if (!plainStart.test(value) || value.trim() !== value) return false;
  if (invisible.test(value) || syntax.test(value)) return false;
  return !reservedWords.test(value) && !numberLike.test(value);
}

// What JSON leaves as it is although some YAML reader rejects it or ends a line at it.
const unescapedByJson = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function quotedText(value: string): string {
  return JSON.stringify(value).replace(
    unescapedByJson,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const plainKey = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** The same for a key. */
export function keyText(key: string): string {
  return plainKey.test(key) && isCertain(key) ? key : quotedText(key);
}
