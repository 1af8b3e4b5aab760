import type { StoragePath, StoredFile } from '@mem/core';
import { fileSize } from './file-size.js';
import { linesOf, textOf } from './file-text.js';
import { lookAt } from './file-tree.js';
import { type ImageBlock, imageBlock } from './image-block.js';
import type { ViewCommand } from './memory-command.js';
import { isInside, type MemoryPath, memoryPath } from './memory-path.js';
import { cutLine, linesWithin, numberedLines } from './numbered-lines.js';
import { failure, ToolFailure } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';
import { viewFolder } from './view-folder.js';

const maxLines = 999_999;

/** A folder as a listing, a picture as a picture, any other file as numbered lines. */
export async function view(
  world: ToolWorld,
  command: ViewCommand,
): Promise<string | readonly [ImageBlock]> {
  const place = memoryPath(command.path);
  const found = isInside(place)
    ? await lookAt(world.storage, place.path)
    : ({ kind: 'folder' } as const);
  if (found.kind === 'folder') return viewFolder(world, place);
  if (found.kind === 'nothing') {
    throw new ToolFailure(`The path ${place.shown} does not exist. Please provide a valid path.`);
  }
  const image = imageBlock(place.path as StoragePath, found.file.bytes);
  if (image === 'too large') {
    throw failure(`${place.shown} is too large to be shown (${fileSize(found.file.bytes.length)})`);
  }
  return image === undefined ? viewText(world, place, found.file, command) : [image];
}

function viewText(
  { maxViewChars }: ToolWorld,
  { shown: path }: MemoryPath,
  file: StoredFile,
  { view_range }: ViewCommand,
): string {
  const lines = linesOf(textOf(file, path).shown);
  if (lines.length > maxLines) {
    throw new ToolFailure(`File ${path} exceeds maximum line limit of 999,999 lines.`);
  }
  const heading = `Here's the content of ${path} with line numbers:`;
  if (lines.length === 0) return `${heading}\n(empty file)`;
  const { first, last } = rangeOf(view_range, lines.length);
  const wanted = lines.slice(first - 1, last);
  const whole = linesWithin(wanted, maxViewChars);
  const fitting = wanted.slice(0, whole).map((line) => cutLine(line, maxViewChars));
  return [
    heading,
    numberedLines(fitting, first),
    ...cutNotice({ first, whole, last, all: lines.length, long: wanted[0] !== fitting[0] }),
  ].join('\n');
}

function rangeOf(
  range: ViewCommand['view_range'],
  lines: number,
): { readonly first: number; readonly last: number } {
  const [first = 1, end = -1] = range ?? [];
  const last = end === -1 ? lines : Math.min(end, lines);
  if (first < 1 || first > lines || last < first) {
    throw failure(
      `Invalid \`view_range\` parameter: [${first}, ${end}]. The first line must be within the range of lines of the file: [1, ${lines}], and the last one must be -1 or not before it`,
    );
  }
  return { first, last };
}

interface Cut {
  readonly first: number;
  /** How many lines are shown. */
  readonly whole: number;
  readonly last: number;
  readonly all: number;
  /** The first line alone is too long. */
  readonly long: boolean;
}

/** Nothing is left out in silence. */
function cutNotice({ first, whole, last, all, long }: Cut): string[] {
  const shownTo = first + whole - 1;
  return [
    ...(long ? [`(Line ${first} is longer than can be shown and was cut.)`] : []),
    ...(shownTo < last
      ? [
          `(Cut after line ${shownTo} of ${all}: view_range [${shownTo + 1}, ${last === all ? -1 : last}] shows what follows.)`,
        ]
      : []),
  ];
}
