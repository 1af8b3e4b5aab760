import type { DistillInput } from './distill-input.js';
import { findCrossedLimits } from './find-crossed-limits.js';
import { findDeadLinks } from './find-dead-links.js';
import { findPastDates } from './find-past-dates.js';
import { findSameNames } from './find-same-names.js';
import { indexLinks } from './index-links.js';
import { mergeSameBodies } from './merge-same-bodies.js';
import type { Finding, PlannedOperation } from './plan.js';

/** An operation whose place in the plan, and so its id, is not known yet. */
export type Proposal = PlannedOperation extends infer Each
  ? Each extends PlannedOperation
    ? Omit<Each, 'id'>
    : never
  : never;

export interface Proposed {
  readonly operations: readonly Proposal[];
  readonly findings: readonly Finding[];
}

/**
 * What can be said for sure without a model. An operation is proposed only where nothing that a
 * memory says is lost by it; everything else is a finding, for somebody to decide.
 */
export function proposeByRules(input: DistillInput): Proposed {
  const links = indexLinks(input);
  const bodies = mergeSameBodies(input, links);
  const names = findSameNames(input, removedPaths(bodies.operations), links);
  const removed = removedPaths([...bodies.operations, ...names.operations]);
  const parts = [
    bodies,
    names,
    findDeadLinks(input, removed, links),
    findPastDates(input, removed),
    findCrossedLimits(input, links),
  ];
  const operations = parts.flatMap((part) => part.operations);
  const findings = parts.flatMap((part) => part.findings);
  const isListing = operations.some(({ kind }) => kind === 'index');
  return {
    operations,
    findings: isListing ? findings.filter(({ kind }) => kind !== 'index-unlisted') : findings,
  };
}

function removedPaths(operations: readonly Proposal[]): ReadonlyMap<string, string> {
  const removed = new Map<string, string>();
  for (const operation of operations) {
    if (operation.kind !== 'merge') continue;
    for (const { path } of operation.from) removed.set(path, operation.into.path);
  }
  return removed;
}
