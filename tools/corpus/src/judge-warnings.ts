import type { ReportedProblem } from './answers.js';
import type { ExpectedWarning } from './case-schema.js';
import { type Fault, fault } from './fault.js';

/** What must, may and must not be reported. */
export interface WarningRules {
  readonly warnings?: readonly ExpectedWarning[] | undefined;
  readonly mayWarn?: readonly ExpectedWarning[] | undefined;
  readonly mustNotWarn?: readonly ExpectedWarning[] | undefined;
}

export function judgeWarnings(rules: WarningRules, got: readonly ReportedProblem[]): Fault[] {
  const missing = (rules.warnings ?? []).filter(
    (rule) => !('optional' in rule && rule.optional) && !got.some((problem) => fits(rule, problem)),
  );
  const wrong = got.filter((problem) =>
    (rules.mustNotWarn ?? []).some((rule) => fits(rule, problem)),
  );
  return [
    ...missing.map((rule) => fault('warning', rule, got.map(brief))),
    ...wrong.map((problem) => fault('no warning', 'none', brief(problem))),
  ];
}

/**
 * What is reported although the case names it nowhere. Only the kinds of the format count: a
 * program may have further ones of its own.
 */
export function unlistedWarnings(
  rules: WarningRules,
  got: readonly ReportedProblem[],
): ReportedProblem[] {
  const named = [...(rules.warnings ?? []), ...(rules.mayWarn ?? [])];
  return got.filter(
    (problem) => formatKinds.has(problem.kind) && !named.some((rule) => fits(rule, problem)),
  );
}

const formatKinds = new Set(
  `frontmatter-missing frontmatter-invalid frontmatter-unterminated frontmatter-double
  frontmatter-duplicate-key field-missing field-empty type-unknown type-conflict name-duplicate
  file-empty file-encoding file-conflict-markers conflict-copy symlink index-missing
  index-dangling index-unindexed index-duplicate index-over-lines index-over-bytes
  index-line-long index-conflict-markers secret-suspected unsafe-frontmatter`.split(/\s+/),
);

export function brief({ kind, path, field }: ReportedProblem): string {
  return `${kind} ${path}${field === undefined ? '' : ` (${field})`}`;
}

function fits(rule: ExpectedWarning, problem: ReportedProblem): boolean {
  const { kind, kindAnyOf, file, fileAnyOf, field, line } = rule as RuleParts;
  if (kind !== undefined && problem.kind !== kind) return false;
  if (kindAnyOf !== undefined && !kindAnyOf.includes(problem.kind)) return false;
  if (field !== undefined && problem.field !== field) return false;
  if (line !== undefined && problem.line !== line) return false;
  const files = [...(file === undefined ? [] : [file]), ...(fileAnyOf ?? [])];
  return files.length === 0 || files.some((path) => isAbout(problem, path));
}

interface RuleParts {
  kind?: string;
  kindAnyOf?: readonly string[];
  file?: string;
  fileAnyOf?: readonly string[];
  field?: string;
  line?: number;
}

/** A fault of an index line is told of the file it links to, or of the index with the file named. */
function isAbout(problem: ReportedProblem, path: string): boolean {
  if (problem.path === path) return true;
  const ofIndex = problem.kind.startsWith('index-') && problem.path.endsWith('MEMORY.md');
  return ofIndex && (problem.message ?? '').includes(path);
}
