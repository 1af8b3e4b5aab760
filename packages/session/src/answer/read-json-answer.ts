/**
 * The JSON values of a model's answer, whatever it is wrapped in: nothing, a code fence, or
 * sentences before and after. In the order in which they stand, the whole answer first. Takes time
 * in proportion to the answer.
 */
export function* jsonValuesIn(answer: string): Iterable<unknown> {
  const whole = parsed(answer);
  if (whole !== undefined) return yield whole.value;
  for (const candidate of balancedPieces(answer)) {
    const value = parsed(candidate);
    if (value !== undefined) yield value.value;
  }
  // Brackets in the sentences around may have hidden it.
  for (const [open, close] of ['{}', '[]']) {
    const start = answer.indexOf(open ?? '');
    const end = answer.lastIndexOf(close ?? '');
    const value = start >= 0 && end > start ? parsed(answer.slice(start, end + 1)) : undefined;
    if (value !== undefined) yield value.value;
  }
}

/** A longer answer is no answer to what was asked. */
const maxAnswer = 1_000_000;

/** The list of objects under this key, or the list that is the whole answer; undefined: nonsense. */
export function listInAnswer(answer: string, key: string): readonly unknown[] | undefined {
  if (answer.length > maxAnswer) return undefined;
  for (const value of jsonValuesIn(answer)) {
    if (Array.isArray(value) && value.every(isObject)) return value;
    if (!isObject(value)) continue;
    const list = Object.hasOwn(value, key) ? value[key] : undefined;
    if (Array.isArray(list)) return list;
  }
  return undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Pieces from an opening bracket to the one that closes it, the outermost ones. */
function* balancedPieces(text: string): Iterable<string> {
  let start = -1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      if (depth++ === 0) start = at;
    } else if (depth === 0) continue;
    else if (character === '"') at = stringEnd(text, at);
    else if (character === '}' || character === ']') {
      if (--depth === 0) yield text.slice(start, at + 1);
    }
  }
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
