import type { Claim, EntrySummary, MemoryEntry, Problem, Provenance } from '@mem/core';
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
    provenance: provenanceJson(entry.provenance),
  };
}

/** Who said it; null when the header does not tell. */
export function provenanceJson(provenance: Provenance | undefined) {
  if (provenance === undefined) return null;
  const { source, client, session } = provenance;
  return { source: source ?? null, client: client ?? null, session: session ?? null };
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
  return problems.flatMap((problem): Piece[] => [
    styled('bold', placeOf(problem)),
    '  ',
    styled('yellow', problem.kind),
    `  ${sentences(problem)}\n`,
  ]);
}

/** A line of a problem of the index is one of MEMORY.md, whatever file it is about. */
function placeOf({ kind, path, line }: Problem): string {
  if (line === undefined) return path;
  return `${kind.startsWith('index-') ? 'MEMORY.md' : path}:${line}`;
}

function sentences({ message, fix }: Problem): string {
  return oneLine(fix === undefined ? message : `${message} ${fix}`);
}

/** Warnings beside a result, on standard error. */
export function warningNotes(warnings: readonly Problem[]): Page {
  return warnings.flatMap((warning): Piece[] => [
    styled('yellow', 'warning:'),
    ` ${sentences(warning)}\n`,
  ]);
}

export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function claimJson({ kind, text, state, movedTo }: Claim) {
  return { kind, text, state, ...(movedTo !== undefined && { movedTo }) };
}
