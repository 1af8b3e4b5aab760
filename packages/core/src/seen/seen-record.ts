import type { StoragePath, Version } from '../storage.js';
import type { Digest } from './digest.js';

/** One change that this toolkit made to a file. */
export interface SeenStep {
  readonly path: StoragePath;
  /** Where it was before, when it was renamed. */
  readonly movedFrom?: StoragePath | undefined;
  /** What the file held before; null when there was none, undefined when that is not known. */
  readonly from: Digest | null | undefined;
  /** What it was left with; null when it was removed. */
  readonly to: Digest | null;
  /** The version it was left at, which saves reading it again. */
  readonly version?: Version | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a file may hold without being news. */
export interface SeenFile {
  /** Null stands for no file. */
  readonly digests: ReadonlySet<Digest | null>;
  readonly versions: ReadonlySet<Version>;
}

export type SeenFiles = ReadonlyMap<StoragePath, SeenFile>;

/** Steps of several processes may be noted in another order than they were made; so far apart. */
const disorderMilliseconds = 10_000;

/**
 * What files may hold after these steps. A step counts only when what it began from was known: who
 * changes one field of a planted text, or renames it, does not make the text known. The order in
 * which the steps were noted does not matter.
 */
export function afterSteps(known: SeenFiles, steps: readonly SeenStep[]): SeenFiles {
  const files = new Map(known);
  for (const [path, reached] of reachedSteps(known, steps)) files.set(path, seenFile(reached));
  return files;
}

export const absent: SeenFile = { digests: new Set([null]), versions: new Set() };

/** By path, the steps that began from what was known, or from what such a step left. */
function reachedSteps(
  known: SeenFiles,
  steps: readonly SeenStep[],
): ReadonlyMap<StoragePath, SeenStep[]> {
  const bySource = new Map<string, SeenStep[]>();
  const waiting: SeenStep[] = [];
  for (const step of steps) {
    const { path, movedFrom = path, from } = step;
    const isKnown = from !== undefined && (known.get(movedFrom) ?? absent).digests.has(from);
    // What was removed is gone, whoever wrote it.
    if (step.to === null || isKnown) waiting.push(step);
    else if (from !== undefined) addTo(bySource, sourceOf(movedFrom, from), step);
  }
  const reached = new Map<StoragePath, SeenStep[]>();
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    addTo(reached, step.path, step);
    const source = sourceOf(step.path, step.to);
    waiting.push(...(bySource.get(source) ?? []));
    bySource.delete(source);
  }
  return reached;
}

function sourceOf(path: StoragePath, digest: Digest | null): string {
  return `${digest} ${path}`;
}

function seenFile(reached: readonly SeenStep[]): SeenFile {
  const newest = reached.reduce((latest, { at }) => Math.max(latest, at), 0);
  const recent = reached.filter(({ at }) => newest - at <= disorderMilliseconds);
  return {
    digests: new Set(recent.map(({ to }) => to)),
    versions: new Set(recent.flatMap(({ version }) => version ?? [])),
  };
}

function addTo<Key>(groups: Map<Key, SeenStep[]>, key: Key, step: SeenStep): void {
  const group = groups.get(key);
  if (group) group.push(step);
  else groups.set(key, [step]);
}
