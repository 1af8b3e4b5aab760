import { lineEndOf, originalOffset, toLineFeeds, withLineEnds } from '@mem/core/internal';
import { changeFile } from './change-file.js';
import { type FileText, linesOf } from './file-text.js';
import { finishChange, withNotes } from './finish-change.js';
import { guardEdit } from './guard-change.js';
import type { StrReplaceCommand } from './memory-command.js';
import { isInside, memoryPath } from './memory-path.js';
import { linesWithin, numberedLines } from './numbered-lines.js';
import { ToolFailure } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';

/**
 * Replaces a text that stands in the file exactly once. Lines of `old_str` end in `\n` as the model
 * saw them, whatever the file's end in; those of `new_str` are written as the file's are.
 */
export async function strReplace(
  world: ToolWorld,
  { path: given, old_str, new_str }: StrReplaceCommand,
): Promise<string> {
  const place = memoryPath(given);
  const absent = new ToolFailure(
    `Error: The path ${place.shown} does not exist. Please provide a valid path.`,
  );
  if (!isInside(place)) throw absent;
  const wanted = toLineFeeds(old_str);
  const replacement = new_str ?? '';
  let line = 0;
  const { after, written, notes } = await changeFile(world, place, {
    absent,
    edit: (before) => {
      const at = onlyPlace(before.shown, wanted, { old_str, path: place.shown });
      line = lineAt(before.shown, at);
      return replaced(before, at, wanted, replacement);
    },
    check: (before, after) => guardEdit(world, place.path, { before, after, brought: replacement }),
  });
  const more = await finishChange(world, {
    message: `edit ${place.path}`,
    paths: written.outcome === 'unchanged' ? [] : [place.path],
    moved: [],
  });
  const answer = `The memory file has been edited. The lines around the change:\n${snippet(world, after, line, replacement)}`;
  return withNotes(answer, [...notes, ...more]);
}

function replaced({ text }: FileText, at: number, old: string, replacement: string): string {
  const start = originalOffset(text, at);
  const end = originalOffset(text, at + old.length);
  return text.slice(0, start) + withLineEnds(replacement, lineEndOf(text)) + text.slice(end);
}

/** Enough to see which ones are meant; a text may hold a million of them. */
const maxOccurrences = 20;
const maxEcho = 1_000;

/** Where the text stands, or a failure that says that it does not, or where it does. */
function onlyPlace(
  text: string,
  wanted: string,
  { old_str, path }: { readonly old_str: string; readonly path: string },
): number {
  const first = text.indexOf(wanted);
  const echo = old_str.length > maxEcho ? `${old_str.slice(0, maxEcho)}…` : old_str;
  if (first < 0) {
    throw new ToolFailure(
      `No replacement was performed, old_str \`${echo}\` did not appear verbatim in ${path}.`,
    );
  }
  const places = [first];
  for (let at = text.indexOf(wanted, first + 1); at >= 0; at = text.indexOf(wanted, at + 1)) {
    places.push(at);
    if (places.length > maxOccurrences) break;
  }
  if (places.length === 1) return first;
  const lines = places.slice(0, maxOccurrences).map((at) => lineAt(text, at));
  const more = places.length > maxOccurrences ? ', …' : '';
  throw new ToolFailure(
    `No replacement was performed. Multiple occurrences of old_str \`${echo}\` in lines: ${lines.join(', ')}${more}. Please ensure it is unique`,
  );
}

/** Counted from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

const linesAround = 2;

function snippet(
  { maxViewChars }: ToolWorld,
  after: FileText,
  line: number,
  replacement: string,
): string {
  const lines = linesOf(after.shown);
  const first = Math.max(1, line - linesAround);
  const last = line + toLineFeeds(replacement).split('\n').length - 1 + linesAround;
  const around = lines.slice(first - 1, last);
  return numberedLines(around.slice(0, linesWithin(around, maxViewChars)), first);
}
