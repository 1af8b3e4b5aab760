/** Kinds of problems of a memory directory. They are stable: programs may decide on them. */
export const problemKinds = [
  'frontmatter-missing',
  'frontmatter-invalid',
  'frontmatter-unterminated',
  'frontmatter-double',
  'frontmatter-duplicate-key',
  'unsafe-frontmatter',
  'field-missing',
  'field-empty',
  'type-unknown',
  'type-conflict',
  'name-duplicate',
  'file-empty',
  'file-encoding',
  'file-unreadable',
  'file-conflict-markers',
  'conflict-copy',
  'symlink',
  'index-missing',
  'index-dangling',
  'index-unindexed',
  'index-duplicate',
  'index-over-lines',
  'index-over-bytes',
  'index-near-limit',
  'index-line-long',
  'index-conflict-markers',
  'index-text-kept',
  'index-text-removed',
  'link-dead',
  'storage-warning',
  'secret-suspected',
  'fact-derivable',
  'fact-short-lived',
  'date-relative',
  'feedback-without-reason',
  'hidden-characters',
  'addresses-model',
] as const;

export type ProblemKind = (typeof problemKinds)[number];

/** Something a person may want to mend, or should know. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The file inside the memory directory; `.` for the directory itself. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  /** The header field it is about. */
  readonly field?: string;
  /** One sentence for a person: what is wrong and what follows from it. */
  readonly message: string;
  /** What to do about it, where that can be said. */
  readonly fix?: string;
}
