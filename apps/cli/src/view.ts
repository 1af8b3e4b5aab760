import type { EntrySummary, MemoryEntry, Problem } from '@mem/core';
import { type Page, type Piece, styled } from './terminal/page.js';
import { oneLine } from './terminal/visible.js';

/** An entry of `list --json`; absent fields are null, so that the keys are always the same. */
export function summaryJson(entry: EntrySummary) {
  return {
    path: entry.path,
    name: entry.name,
    description: entry.description ?? null,
    type: entry.type ?? null,
    modified: entry.modified ?? null,
    size: entry.size,
    version: entry.version,
  };
}

/** The entry of `show`, `save`, `update` and `rename`. */
export function entryJson(entry: MemoryEntry) {
  return {
    ...summaryJson(entry),
    body: entry.body,
    metadata: entry.metadata,
    links: entry.links.map(({ target, path }) => ({ target, path })),
  };
}

export function problemJson({ kind, path, line, field, message, fix }: Problem) {
  return {
    kind,
    path,
    ...(line !== undefined && { line }),
    ...(field !== undefined && { field }),
    message,
    ...(fix !== undefined && { fix }),
  };
}

/** `MEMORY.md:12  index-dangling  …  Remedy: …`, a line each. */
export function problemLines(problems: readonly Problem[]): Page {
  return problems.flatMap(({ kind, path, line, message, fix }): Piece[] => [
    styled('bold', line === undefined ? path : `${path}:${line}`),
    '  ',
    styled('yellow', kind),
    `  ${oneLine(message)}${fix === undefined ? '' : ` ${oneLine(fix)}`}\n`,
  ]);
}

/** Warnings beside a result, on standard error. */
export function warningNotes(warnings: readonly Problem[]): Page {
  return warnings.flatMap(({ message, fix }): Piece[] => [
    styled('yellow', 'warning:'),
    ` ${oneLine(message)}${fix === undefined ? '' : ` ${oneLine(fix)}`}\n`,
  ]);
}

export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
