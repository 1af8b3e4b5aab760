import { isEntryPath } from '../entry-path.js';
import type { Problem } from '../problem.js';
import type { StoragePath } from '../storage.js';
import { indexPath } from '../storage-path.js';
import { conflictMarker } from './conflict-marker.js';
import { sizeProblems } from './index-size-problems.js';
import { ancestry, type IndexLink, type ParsedIndex, parseIndex } from './parse-index.js';
import { maxLineLength, oneLine, renderIndexLine } from './render-index-line.js';
import { pathKey } from './same-path.js';

/** What the index is checked against. */
export interface CheckedFile {
  readonly path: string;
  readonly description?: string | undefined;
}

/**
 * Everything that is wrong with an index: whether it is there, agrees with the entries, and is seen
 * whole at start. Links to files that are no entries (daily logs, other indexes) are never wrong.
 *
 * @param text undefined where there is no MEMORY.md
 * @param files the entries of the directory
 */
export function checkIndex(text: string | undefined, files: readonly CheckedFile[]): Problem[] {
  if (text === undefined) return files.length > 0 ? [missing(files.length)] : [];
  const index = parseIndex(text);
  const marker = conflictMarker(index);
  return [
    ...(marker === undefined ? duplicates(index, files) : [conflict(marker)]),
    ...dangling(index, files),
    ...unindexed(index, files),
    ...longLines(index, files),
    // A nearly full index is no fault; who writes to it is told.
    ...sizeProblems(text).filter((problem) => problem.kind !== 'index-near-limit'),
  ];
}

function missing(count: number): Problem {
  const entries = count === 1 ? 'the one entry' : `any of the ${count} entries`;
  return {
    kind: 'index-missing',
    path: indexPath,
    message: `There is no MEMORY.md, so an agent does not see ${entries} at start.`,
    fix: 'Rebuild the index.',
  };
}

function conflict(position: number): Problem {
  return {
    kind: 'index-conflict-markers',
    path: indexPath,
    line: position + 1,
    message: 'MEMORY.md holds an unresolved merge conflict, which agents read as text.',
    fix: 'Keep the lines of both sides and delete the three marker lines.',
  };
}

/** Entries with more than one line of their own; a link deeper in an entry's own item is part of it. */
function duplicates(index: ParsedIndex, files: readonly CheckedFile[]): Problem[] {
  const isFile = new Set(files.map((file) => pathKey(file.path)));
  const owners = new Map<number, string>();
  const first = new Map<string, number>();
  const problems = new Map<string, Problem>();
  for (const link of index.links) {
    const key = pathKey(link.path);
    if (!link.own || isInside(index, link, key, owners)) continue;
    const { kind } = index.lines[link.line - 1]!;
    if (kind === 'item') owners.set(link.item!, key);
    // A table may sum up what a list says at length, and two lines may lead to two parts of a file.
    const place = `${kind === 'table'} ${key}${link.anchor}`;
    const earlier = first.get(place);
    if (earlier === undefined) first.set(place, link.line);
    else if (isFile.has(key) && !problems.has(key)) problems.set(key, duplicate(link, earlier));
  }
  return [...problems.values()];
}

function isInside(
  index: ParsedIndex,
  link: IndexLink,
  key: string,
  owners: ReadonlyMap<number, string>,
): boolean {
  for (const item of ancestry(index, link.item)) {
    const number = index.lines[item.first]!.item!;
    if (number !== link.item && owners.get(number) === key) return true;
  }
  return false;
}

function duplicate(link: IndexLink, earlier: number): Problem {
  return {
    kind: 'index-duplicate',
    path: link.path,
    line: link.line,
    message: `MEMORY.md lists ${link.path} twice, in line ${earlier} and in line ${link.line}.`,
    fix: 'Join the two lines into one.',
  };
}

function dangling(index: ParsedIndex, files: readonly CheckedFile[]): Problem[] {
  const known = new Set(files.map((file) => pathKey(file.path)));
  const problems: Problem[] = [];
  for (const { path, line } of index.links) {
    if (known.has(pathKey(path)) || !isEntryPath(path as StoragePath)) continue;
    known.add(pathKey(path));
    problems.push({
      kind: 'index-dangling',
      path,
      line,
      message: `MEMORY.md links to ${path} in line ${line}, but there is no such file.`,
      fix: 'Bring the file back, or rebuild the index to take the line out.',
    });
  }
  return problems;
}

function unindexed(index: ParsedIndex, files: readonly CheckedFile[]): Problem[] {
  const linked = new Set(index.links.map((link) => pathKey(link.path)));
  return files
    .filter((file) => !linked.has(pathKey(file.path)))
    .map(({ path }) => ({
      kind: 'index-unindexed',
      path,
      message: `MEMORY.md does not link ${path}, so an agent does not know of it at start.`,
      fix: 'Rebuild the index, which adds a line for it.',
    }));
}

/** Only lines such as we write them; those of people are long in nearly every second index. */
function longLines(index: ParsedIndex, files: readonly CheckedFile[]): Problem[] {
  const descriptions = new Map(files.map((file) => [pathKey(file.path), file.description]));
  return index.links.flatMap((link) => {
    const { text } = index.lines[link.line - 1]!;
    const description = oneLine(descriptions.get(pathKey(link.path)) ?? '');
    if (!link.own || text.length <= maxLineLength || description === '') return [];
    if (link.hook !== description) return [];
    const ours = renderIndexLine({ path: link.path, name: link.title, description });
    return ours.length < text.length ? [longLine(link, text.length)] : [];
  });
}

function longLine(link: IndexLink, length: number): Problem {
  return {
    kind: 'index-line-long',
    path: link.path,
    line: link.line,
    message: `Line ${link.line} of MEMORY.md has ${length} characters and repeats the description of ${link.path}; ${maxLineLength} are enough for a hook.`,
    fix: 'Shorten the line by hand; the description stays in the file.',
  };
}
