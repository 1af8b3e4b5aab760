import { indexPath, type Problem, type Storage, type StoragePath } from '@mem/core';
import { decodeText } from '@mem/core/internal';
import { type ApplyOptions, foresee } from './apply-plan.js';
import type { DistillationPlan } from './plan.js';

/** A file that applying would change; null where there is none. */
export interface PreviewedFile {
  readonly path: StoragePath;
  readonly before: string | null;
  readonly after: string | null;
}

export interface PreviewedOperation {
  readonly id: string;
  /** MEMORY.md among them, when this operation changes it. */
  readonly files: readonly PreviewedFile[];
  readonly warnings: readonly Problem[];
}

export interface PlanPreview {
  readonly operations: readonly PreviewedOperation[];
  /** Operations that would be refused, with the reason. */
  readonly refused: readonly { readonly id: string; readonly why: string }[];
}

/** What applying the plan would do to each file as things are now. Changes nothing. */
export async function previewPlan(
  storage: Storage,
  plan: DistillationPlan,
  options: ApplyOptions = {},
): Promise<PlanPreview> {
  const now = (options.now ?? (() => new Date()))();
  const { simulation, refused } = await foresee(storage, plan, now, options);
  let index = simulation.index;
  const operations = simulation.operations.map((simulated): PreviewedOperation => {
    const files = simulated.steps.map(({ path, before, after }) => fileOf(path, before, after));
    const indexFile = fileOf(indexPath, index, simulated.index);
    index = simulated.index;
    const all = indexFile.before === indexFile.after ? files : [...files, indexFile];
    return { id: simulated.operation.id, files: all, warnings: simulated.warnings };
  });
  return {
    operations,
    refused: refused.map(({ operation, why }) => ({ id: operation.id, why })),
  };
}

function fileOf(path: StoragePath, before: Uint8Array | null, after: Uint8Array | null) {
  return { path, before: textOf(before), after: textOf(after) };
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : decodeText(bytes).text;
}
