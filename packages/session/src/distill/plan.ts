import type { EntryFields, StoragePath } from '@mem/core';

/** A line of a log or a memory that an operation rests on. */
export interface SourceLine {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/** An entry as it was when the plan was made. */
export interface PlannedFile {
  readonly path: StoragePath;
  readonly name: string;
  /** Of the whole file, in lower-case hex: it must still hold these bytes when the plan is applied. */
  readonly sha256: string;
}

interface Planned {
  /** Names the operation inside its plan: `1`, `2`, … */
  readonly id: string;
  /** Why, in one line. */
  readonly reason: string;
  /** At least one. */
  readonly sources: readonly SourceLine[];
}

export interface CreateOperation extends Planned {
  readonly kind: 'create';
  readonly name: string;
  readonly fields: Required<EntryFields>;
}

export interface UpdateOperation extends Planned {
  readonly kind: 'update';
  readonly target: PlannedFile;
  readonly fields: EntryFields;
}

/** One entry takes in what others say; these go. */
export interface MergeOperation extends Planned {
  readonly kind: 'merge';
  readonly into: PlannedFile;
  readonly from: readonly PlannedFile[];
  /** What of `into` is to change; empty when it says everything already. */
  readonly fields: EntryFields;
}

export interface DeleteOperation extends Planned {
  readonly kind: 'delete';
  readonly target: PlannedFile;
}

/** Brings MEMORY.md in line with the files: dead links go, unlisted entries come. */
export interface IndexOperation extends Planned {
  readonly kind: 'index';
}

export type PlannedOperation =
  | CreateOperation
  | UpdateOperation
  | MergeOperation
  | DeleteOperation
  | IndexOperation;

/**
 * - `name-twice`: several entries have one name and say different things
 * - `body-twice`: several entries have one body, but joining them would lose what a header says
 * - `link-dead`: a `[[link]]` that no entry answers to
 * - `date-passed`: a day that was still ahead when the memory was written
 * - `body-long`: recall and the prompt show only its beginning
 * - `index-size`: MEMORY.md is over, or near, what is read at start
 * - `index-unlisted`: entries that MEMORY.md does not list
 */
export type FindingKind =
  | 'name-twice'
  | 'body-twice'
  | 'link-dead'
  | 'date-passed'
  | 'body-long'
  | 'index-size'
  | 'index-unlisted';

/** Something that is so for sure, of which a person or a model has to say what follows. */
export interface Finding {
  readonly kind: FindingKind;
  /** One sentence. */
  readonly message: string;
  readonly sources: readonly SourceLine[];
  /** What can be done about it. */
  readonly advice: string;
}

/** An operation that a model proposed and that is not in the plan. */
export interface Rejection {
  /** The operation, as far as it can be named: `delete "old_note"`. */
  readonly what: string;
  readonly why: string;
}

/** What a distillation would do. Plain data: it can be kept as JSON, read, and applied later. */
export interface DistillationPlan {
  readonly version: 1;
  /** ISO 8601. */
  readonly madeAt: string;
  /** Whether a model was asked, and whether its answer could be used. */
  readonly model: 'none' | 'answered' | 'failed';
  /** How many entries there were. */
  readonly entries: number;
  readonly operations: readonly PlannedOperation[];
  readonly findings: readonly Finding[];
  readonly rejected: readonly Rejection[];
  /** What the reader should know of how the plan was made: a model that failed, what it did not see. */
  readonly notices: readonly string[];
}

/** The existing entries that an operation changes or removes. */
export function targetsOf(operation: PlannedOperation): readonly PlannedFile[] {
  switch (operation.kind) {
    case 'merge':
      return [operation.into, ...operation.from];
    case 'update':
    case 'delete':
      return [operation.target];
    default:
      return [];
  }
}

/** The entries whose file goes. */
export function removedBy(operation: PlannedOperation): readonly PlannedFile[] {
  if (operation.kind === 'merge') return operation.from;
  return operation.kind === 'delete' ? [operation.target] : [];
}

/** `file.md:12`, as editors and terminals understand it. */
export function sourceText({ path, line }: SourceLine): string {
  return `${path}:${line}`;
}
