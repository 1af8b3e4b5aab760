/** The part of a link after its text, all positions in the whole text. */
export interface WrittenTarget {
  readonly targetStart: number;
  readonly targetEnd: number;
  /** After the closing sign of the link. */
  readonly end: number;
}

/** Markdown allows more, but deeper nesting of brackets in a target only costs time. */
const maxParentheses = 32;

/**
 * Reads `(target)`, `(<target>)` or either with a title; `open` is where the parenthesis is. Looks
 * no further than a few targets ahead, so a text full of openings costs no more than its length.
 */
export function readTarget(text: string, open: number, end: number): WrittenTarget | undefined {
  const targetStart = skipBlanks(text, open + 1, end);
  const targetEnd =
    text[targetStart] === '<' ? angleEnd(text, targetStart, end) : plainEnd(text, targetStart, end);
  if (targetEnd === undefined) return laxTarget(text, targetStart, end);
  let close = skipBlanks(text, targetEnd, end);
  if (close > targetEnd && close < end) {
    const titleEnd = skipTitle(text, close, end);
    if (titleEnd !== undefined) close = skipBlanks(text, titleEnd, end);
  }
  if (close < end && text[close] === ')') return { targetStart, targetEnd, end: close + 1 };
  return laxTarget(text, targetStart, end);
}

function skipBlanks(text: string, from: number, end: number): number {
  let position = from;
  while (position < end && /[ \t\r\n]/.test(text[position]!)) position++;
  return position;
}

function angleEnd(text: string, start: number, end: number): number | undefined {
  for (let at = start + 1; at < end; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '>') return at + 1;
    else if (sign === '<' || sign === '\n') return undefined;
  }
  return undefined;
}

function plainEnd(text: string, start: number, end: number): number | undefined {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const sign = text[at]!;
    if (sign === '\\') at++;
    else if (sign <= ' ') return depth === 0 ? at : undefined;
    else if (sign === '(' && ++depth > maxParentheses) return undefined;
    else if (sign === ')' && --depth < 0) return at;
  }
  return undefined;
}

function skipTitle(text: string, start: number, end: number): number | undefined {
  const opening = text[start]!;
  const closing = opening === '(' ? ')' : opening;
  if (opening !== '"' && opening !== "'" && opening !== '(') return undefined;
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === closing) return at + 1;
    else if (opening === '(' && text[at] === '(') return undefined;
  }
  return undefined;
}

/** Ends with `.md`, or with that and a place in the file, which holds no quote. */
function namesMemoryFile(target: string): boolean {
  const quote = Math.max(target.lastIndexOf('"'), target.lastIndexOf("'"));
  return target.endsWith('.md') || target.slice(quote + 1).includes('.md#');
}

/** A target with blanks that names a memory file, as people write it. */
function laxTarget(text: string, start: number, end: number): WrittenTarget | undefined {
  let at = start;
  while (at < end && !/[()<>[\]\r\n]/.test(text[at]!)) at++;
  if (at >= end || text[at] !== ')') return undefined;
  if (!namesMemoryFile(text.slice(start, at))) return undefined;
  return { targetStart: start, targetEnd: at, end: at + 1 };
}
