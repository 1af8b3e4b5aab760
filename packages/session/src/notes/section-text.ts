/**
 * A text that can stand under a heading and stays there: no line of it is a heading, and no code
 * block it leaves open reaches beyond it.
 */
export function asSectionText(text: string): string {
  const lines = text.toWellFormed().split(/\r\n|\n|\r/);
  const end = lastClosedLine(lines);
  let fence: Fence | undefined;
  return lines
    .map((line, index) => {
      if (index >= end) return escapeLine(line, true);
      const mark = fenceOf(line);
      if (fence) {
        if (mark && closes(mark, fence)) fence = undefined;
        return escapeInBlock(line);
      }
      if (mark) fence = mark;
      return mark ? line : escapeLine(line, false);
    })
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly bare: boolean;
}

/** From this line on, all lines are outside of code blocks once fences there are escaped. */
function lastClosedLine(lines: readonly string[]): number {
  let open: { fence: Fence; at: number } | undefined;
  for (const [at, line] of lines.entries()) {
    const fence = fenceOf(line);
    if (!fence) continue;
    if (!open) open = { fence, at };
    else if (closes(fence, open.fence)) open = undefined;
  }
  return open ? open.at : lines.length;
}

function fenceOf(line: string): Fence | undefined {
  const [, mark, rest = ''] = /^ {0,3}(`{3,}|~{3,})([\s\S]*)$/.exec(line) ?? [];
  if (mark === undefined || (mark.startsWith('`') && rest.includes('`'))) return undefined;
  return { mark: mark.slice(0, 1), length: mark.length, bare: rest.trim() === '' };
}

function closes(fence: Fence, open: Fence): boolean {
  return fence.bare && fence.mark === open.mark && fence.length >= open.length;
}

/** In code a backslash would be read as part of it, a blank is not. */
function escapeInBlock(line: string): string {
  return /^#(?:\s|$)/.test(line) ? ` ${line}` : line;
}

function escapeLine(line: string, escapeFences: boolean): string {
  if (/^ {0,3}#(?:\s|$)/.test(line)) return line.replace('#', '\\#');
  // A line of `=` below a text makes a heading of it.
  if (/^ {0,3}=+\s*$/.test(line)) return line.replace('=', '\\=');
  if (escapeFences && /^ {0,3}(?:```|~~~)/.test(line)) return line.replace(/[`~]/, '\\$&');
  return line;
}
