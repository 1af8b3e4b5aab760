import { contentStart } from './content-start.js';

/**
 * Which lines of the text belong to code blocks, when every block is surely closed, whichever way
 * Markdown nests it: each opening fence has its closing one at the same column, what stands
 * between is not further left, and no HTML block can hide either of them. Undefined for every text
 * where that is not certain.
 */
export function closedCodeLines(lines: readonly string[]): boolean[] | undefined {
  const code: boolean[] = [];
  let open: Fence | undefined;
  let html: HtmlReach = 'none';
  for (const line of lines) {
    const start = contentStart(line);
    const column = leadingBlanks(line);
    const fence = fenceAt(line, start);
    if (fence && (column !== start || html !== 'none')) return undefined;
    code.push(open !== undefined || fence !== undefined);
    if (!open) {
      open = fence;
      html = htmlAfter(line, start, html);
    } else if (!isBlank(line) && column < open.column) return undefined;
    else if (fence && closes(fence, open)) {
      if (column !== open.column) return undefined;
      open = undefined;
    }
  }
  return open ? undefined : code;
}

/** How far HTML that began above a line may reach: to the next blank line, or nobody knows. */
type HtmlReach = 'none' | 'blank line' | 'unknown';

function htmlAfter(line: string, start: number, before: HtmlReach): HtmlReach {
  if (before === 'unknown') return before;
  if (isBlank(line)) return 'none';
  const content = line.slice(start);
  const raw = rawHtml.find(([opening]) => opening.test(content));
  if (raw) return raw[1].test(content) ? before : 'unknown';
  return /^<\/?[a-z][a-z0-9-]*(?:[\s/>]|$)/i.test(content) ? 'blank line' : before;
}

/** HTML that goes on over blank lines to an end of its own. */
const rawHtml: readonly [opening: RegExp, end: RegExp][] = [
  [/^<!--/, /-->/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<!/, />/],
  [/^<\?/, /\?>/],
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
];

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly column: number;
  /** Nothing stands after it: it can close a block. */
  readonly bare: boolean;
}

/** As Markdown counts: other white space, and what cannot be seen, is text. */
function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

function fenceAt(line: string, start: number): Fence | undefined {
  const mark = line[start];
  if (mark !== '`' && mark !== '~') return undefined;
  let end = start;
  while (line[end] === mark) end += 1;
  const rest = line.slice(end);
  if (end - start < 3 || (mark === '`' && rest.includes('`'))) return undefined;
  return { mark, length: end - start, column: start, bare: isBlank(rest) };
}

function closes(fence: Fence, open: Fence): boolean {
  return fence.bare && fence.mark === open.mark && fence.length >= open.length;
}

function leadingBlanks(line: string): number {
  let count = 0;
  while (line[count] === ' ') count += 1;
  return count;
}
