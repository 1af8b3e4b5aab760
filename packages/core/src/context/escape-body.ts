import { closedCodeLines } from './code-fences.js';
import { contentStart } from './content-start.js';
import { escapeMarks, unescapeMarks } from './escape-marks.js';

/**
 * A normalised body as Markdown that stays inside its entry: headings go two levels down, so that
 * no line begins like the heading of an entry; underlines of headings, words that pretend a change
 * of speaker, and fences of code blocks that may stay open get a backslash; see `escapeMarks` for
 * the rest. Nothing is lost: `unescapeBody` gives back the same text.
 */
export function escapeBody(body: string): string {
  const lines = escapeMarks(body).split('\n');
  const code = closedCodeLines(lines);
  const escaped = lines.map((line, at) => {
    const start = contentStart(line);
    const content = line.slice(start);
    if (heading.test(content)) return `${line.slice(0, start)}##${content}`;
    const special = specialLine.exec(content);
    if (!special) return line;
    const dangerous =
      special[1] !== '' ||
      (special[2] !== undefined && !code) ||
      (special[3] !== undefined && !code?.[at] && isParagraph(lines[at - 1])) ||
      special[4] !== undefined;
    return dangerous ? `${line.slice(0, start)}\\${content}` : line;
  });
  return escaped.join('\n');
}

/** The text that `escapeBody` was given. */
export function unescapeBody(text: string): string {
  const lines = text.split('\n').map((line) => {
    const start = contentStart(line);
    const content = line.slice(start);
    const added = heading.test(content) ? 2 : specialLine.exec(content)?.[1] ? 1 : 0;
    return added === 0 ? line : line.slice(0, start) + content.slice(added);
  });
  return unescapeMarks(lines.join('\n'));
}

const heading = /^#+(?=\s|$)/;

/** Backslashes, then: the fence of a code block, the underline of a heading, or a speaker's name. */
const specialLine =
  /^(\\*)(?:(`{3}|~{3})|(=+\s*$|-+\s*$)|([*_]{0,3}(?:SYSTEM|System|Human|HUMAN|Assistant|ASSISTANT)[*_]{0,3}\s{0,3}:))/;

/** A line below which `---` or `===` would make a heading of it. */
function isParagraph(line: string | undefined): boolean {
  // A heading that is two levels down is still one; further right it would go on with a paragraph.
  return line !== undefined && !/^(?:[ \t]*$| {0,3}#{1,4}\s)/.test(line);
}
