import { lineEndOf, originalOffset, withLineEnds } from '@mem/core/internal';
import { changeFile } from './change-file.js';
import { type FileText, linesOf } from './file-text.js';
import { finishChange, withNotes } from './finish-change.js';
import { guardEdit } from './guard-change.js';
import type { InsertCommand } from './memory-command.js';
import { isInside, memoryPath } from './memory-path.js';
import { changedMeanwhile, failure, pathAbsent } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';

/** Puts a text behind a line. One line end at the end of it is not told from none. */
export async function insert(
  world: ToolWorld,
  { path: given, insert_line, insert_text }: InsertCommand,
): Promise<string> {
  const place = memoryPath(given);
  const absent = pathAbsent(place.shown);
  if (!isInside(place)) throw absent;
  let first: FileText | undefined;
  const { written, notes } = await changeFile(world, place, {
    absent,
    edit: (text) => {
      const at = first
        ? sameGap(first.shown, text.shown, gapBehind(first.shown, insert_line))
        : gapBehind(text.shown, insert_line);
      if (at === undefined) throw changedMeanwhile(place.shown);
      first ??= text;
      return inserted(text, at, insert_text);
    },
    check: (before, after) => guardEdit(world, place.path, { before, after, brought: insert_text }),
    // Two who add the same line want two lines.
    again: true,
  });
  const more = await finishChange(world, {
    message: `insert into ${place.path}`,
    paths: written.outcome === 'unchanged' ? [] : [place.path],
    moved: [],
  });
  return withNotes(`The file ${place.shown} has been edited.`, [...notes, ...more]);
}

/**
 * Where a line that is put behind this one begins; the end of a text whose last line has no end.
 *
 * @throws ToolFailure
 */
function gapBehind(text: string, line: number): number {
  const lines = linesOf(text);
  if (line < 0 || line > lines.length) {
    throw failure(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  }
  const above = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
  return Math.min(above, text.length);
}

/**
 * The same gap in a text that somebody has changed meanwhile: what is above it or what is below it
 * has stayed. Undefined when neither has: then a line number says nothing any more.
 */
function sameGap(old: string, now: string, gap: number): number | undefined {
  if (now.startsWith(old.slice(0, gap)) && startsLine(now, gap)) return gap;
  const below = old.slice(gap);
  const at = now.length - below.length;
  return below !== '' && now.endsWith(below) && startsLine(now, at) ? at : undefined;
}

function startsLine(text: string, at: number): boolean {
  return at === 0 || at === text.length || text[at - 1] === '\n';
}

function inserted({ text, shown }: FileText, gap: number, insert_text: string): string {
  const eol = lineEndOf(text);
  const at = originalOffset(text, gap);
  if (shown === '') return insert_text;
  const lines = withLineEnds(insert_text.replace(/\r?\n$/, ''), eol);
  const opensLine = gap === 0 || shown[gap - 1] === '\n';
  return text.slice(0, at) + (opensLine ? lines + eol : eol + lines) + text.slice(at);
}
