import type { Problem } from '../problem.js';
import { indexPath } from '../storage-path.js';
import { cutIndex } from './cut-index.js';
import { type IndexMeasure, maxIndexBytes, maxIndexLines, measureIndex } from './measure-index.js';
import { rememberLast } from './remember-last.js';

/** From this share of a limit on, a warning is due. */
const nearLimit = 0.8;

/** Of the entries that are not seen. */
const mostNamed = 50;

/** What a writer must know of the index's size: over a limit, with what is not seen, or near one. */
export const sizeProblems: (text: string) => readonly Problem[] = rememberLast((text) => {
  const size = measureIndex(text);
  const isOverLines = size.lines > maxIndexLines;
  const isOverBytes = size.bytes > maxIndexBytes;
  if (!isOverLines && !isOverBytes) return nearProblems(size);
  const loss = lossOf(text);
  const problems: Problem[] = [];
  if (isOverLines) problems.push(overLines(size, loss));
  if (isOverBytes) problems.push(overBytes(size, loss));
  return problems;
});

function lossOf(text: string): string {
  const { unseen, cutLines } = cutIndex(text);
  if (unseen.length === 0) return `its last ${counted(cutLines, 'line')} are not seen at start`;
  const rest = unseen.length - mostNamed;
  const named = unseen.slice(0, mostNamed).join(', ');
  const more = rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : '';
  return `${counted(unseen.length, 'entry', 'entries')} not seen at start: ${named}${more}`;
}

function overLines(size: IndexMeasure, loss: string): Problem {
  return {
    kind: 'index-over-lines',
    path: indexPath,
    message: `MEMORY.md has ${size.lines} lines, over the limit of ${maxIndexLines}; ${loss}.`,
    fix: 'Delete entries that are no longer true, join lines, or move detail into the files.',
  };
}

function overBytes(size: IndexMeasure, loss: string): Problem {
  const bytes = size.bytes.toLocaleString('en-US');
  const limit = maxIndexBytes.toLocaleString('en-US');
  return {
    kind: 'index-over-bytes',
    path: indexPath,
    message: `MEMORY.md has ${bytes} bytes, over the limit of ${limit}; ${loss}.`,
    fix: 'Shorten the lines: the detail belongs into the files they link.',
  };
}

function nearProblems({ lines, bytes }: IndexMeasure): Problem[] {
  const isNear = lines > maxIndexLines * nearLimit || bytes > maxIndexBytes * nearLimit;
  if (!isNear) return [];
  const limit = maxIndexBytes.toLocaleString('en-US');
  return [
    {
      kind: 'index-near-limit',
      path: indexPath,
      message: `MEMORY.md is nearly full: ${lines} of ${maxIndexLines} lines, ${bytes.toLocaleString('en-US')} of ${limit} bytes. What is over is not seen at start.`,
      fix: 'Delete entries that are no longer true, join lines, or move detail into the files.',
    },
  ];
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
