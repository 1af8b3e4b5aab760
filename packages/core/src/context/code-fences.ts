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
  let html = false;
  for (const line of lines) {
    const start = contentStart(line);
    const column = leadingBlanks(line);
    const fence = fenceAt(line, start);
    if (fence && column !== start) return undefined;
    code.push(open !== undefined || fence !== undefined);
    if (!open) {
      open = fence;
      html ||= htmlLine.test(line.slice(start));
    } else if (start < line.length && column < open.column) return undefined;
    else if (fence && closes(fence, open)) {
      if (column !== open.column) return undefined;
      open = undefined;
    }
  }
  const certain = !open && !(html && code.includes(true));
  return certain ? code : undefined;
}

const htmlLine = /^<(?:[!?]|\/?[a-z][a-z0-9-]*(?:[\s/>]|$))/i;

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly column: number;
  /** Nothing stands after it: it can close a block. */
  readonly bare: boolean;
}

function fenceAt(line: string, start: number): Fence | undefined {
  const mark = line[start];
  if (mark !== '`' && mark !== '~') return undefined;
  let end = start;
  while (line[end] === mark) end += 1;
  const rest = line.slice(end);
  if (end - start < 3 || (mark === '`' && rest.includes('`'))) return undefined;
  return { mark, length: end - start, column: start, bare: rest.trim() === '' };
}

function closes(fence: Fence, open: Fence): boolean {
  return fence.bare && fence.mark === open.mark && fence.length >= open.length;
}

function leadingBlanks(line: string): number {
  let count = 0;
  while (line[count] === ' ') count += 1;
  return count;
}
