import type { StoragePath } from '@mem/core';
import type { ChangeMaker } from './waiting-change.js';

const longestLine = 500;
const longestList = 100;

/** One line, whatever it was: a message may come from a model. */
export function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > longestLine ? `${line.slice(0, longestLine - 1).toWellFormed()}…` : line;
}

export interface ListedChange {
  readonly message: string;
  /** The commit that it takes back. */
  readonly undoes?: string | undefined;
}

/** The message for one change, or for several that share a commit and are listed in it. */
export function messageOf(changes: readonly ListedChange[], maker: ChangeMaker): string {
  const lines = changes.map(({ message }) => oneLine(message) || 'Change memories');
  const [only = 'Change memories'] = lines;
  const text =
    lines.length === 1 ? only : `Change ${lines.length} memories\n\n${bulletList(lines)}`;
  const undone = changes.flatMap(({ undoes }) => trailer('Memory-Undoes', undoes));
  return withTrailers(text, [...makerTrailers(maker), ...undone]);
}

export type OutsideAction = 'added' | 'changed' | 'removed';

/** The message for what was found in the directory and made by nobody who says so. */
export function outsideMessage(
  changes: readonly { readonly path: StoragePath; readonly action: OutsideAction }[],
  isFirst: boolean,
): string {
  const lines = changes.map(({ path, action }) => `${action} ${oneLine(path)}`);
  const [only = ''] = lines;
  if (isFirst) return `Begin the history of this memory directory\n\n${bulletList(lines)}\n`;
  if (lines.length === 1) return `Changed outside of @mem: ${only}\n`;
  return `Changed outside of @mem: ${lines.length} files\n\n${bulletList(lines)}\n`;
}

function bulletList(lines: readonly string[]): string {
  const left = lines.length - longestList;
  const shown = lines.slice(0, longestList).map((line) => `- ${line}`);
  return [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}

/** The lines that say which program made a commit, and for which agent. */
export function makerTrailers({ tool, agent }: ChangeMaker): string[] {
  return [...trailer('Memory-Tool', tool), ...trailer('Memory-Agent', agent)];
}

/** @param trailers whole lines of the form `Key: value` */
export function withTrailers(text: string, trailers: readonly string[]): string {
  return trailers.length === 0 ? `${text}\n` : `${text}\n\n${trailers.join('\n')}\n`;
}

function trailer(key: string, value: string | undefined): string[] {
  const line = oneLine(value ?? '');
  return line === '' ? [] : [`${key}: ${line}`];
}
