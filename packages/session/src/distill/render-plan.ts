import { diffLines, renderHunks } from '@mem/core/internal';
import { type DistillationPlan, type PlannedOperation, sourceText } from './plan.js';
import type { PlanPreview, PreviewedFile } from './preview-plan.js';

/**
 * The plan for a person: each operation with its reason, its source lines and its difference as
 * `diff -u` writes it, then what is left to decide. Whatever stands in a memory stays inside its
 * line. The same plan and preview give the same text.
 */
export function renderPlan(plan: DistillationPlan, preview: PlanPreview): string {
  const previewed = new Map(preview.operations.map(({ id, files }) => [id, files]));
  const refused = new Map(preview.refused.map(({ id, why }) => [id, why]));
  const operations = plan.operations.map((operation) =>
    renderOperation(operation, previewed.get(operation.id) ?? [], refused.get(operation.id)),
  );
  return [
    `${summary(plan)}\n`,
    ...plan.notices.map((notice) => `Note: ${inLine(notice)}\n`),
    ...operations,
    ...section('To decide by hand', plan.findings.map(renderFinding)),
    ...section(
      'Left out of what the model proposed',
      plan.rejected.map(({ what, why }) => `- ${inLine(what)}: ${inLine(why)}\n`),
    ),
  ].join('');
}

function summary({ operations, entries }: DistillationPlan): string {
  const memories = `${entries} ${entries === 1 ? 'memory' : 'memories'}`;
  if (operations.length === 0) return `Nothing to change in ${memories}.`;
  return `${operations.length} ${operations.length === 1 ? 'change' : 'changes'} to ${memories}.`;
}

function renderOperation(
  operation: PlannedOperation,
  files: readonly PreviewedFile[],
  refused: string | undefined,
): string {
  const head = `\n${operation.id}. ${titleOf(operation)}\n   Why: ${inLine(operation.reason)}\n`;
  const sources = `   From: ${inLine(operation.sources.map(sourceText).join(', '))}\n`;
  if (refused !== undefined) return `${head}${sources}   Not done: ${inLine(refused)}\n`;
  return head + sources + files.map(renderFile).join('');
}

/** `merge ship.md into deploy.md` */
export function titleOf(operation: PlannedOperation): string {
  switch (operation.kind) {
    case 'create':
      return `create ${JSON.stringify(inLine(operation.name))}`;
    case 'update':
      return `update ${operation.target.path}`;
    case 'merge':
      return `merge ${operation.from.map(({ path }) => path).join(', ')} into ${operation.into.path}`;
    case 'delete':
      return `delete ${operation.target.path}`;
    case 'index':
      return 'mend MEMORY.md';
  }
}

function renderFile({ path, before, after }: PreviewedFile): string {
  const from = before === null ? '/dev/null' : `a/${path}`;
  const to = after === null ? '/dev/null' : `b/${path}`;
  const hunks = renderHunks(diffLines(before ?? '', after ?? ''));
  return `--- ${from}\n+++ ${to}\n${hunks}`;
}

function renderFinding({ message, sources, advice }: DistillationPlan['findings'][number]): string {
  const places = sources.map(sourceText).join(', ');
  return `- ${inLine(message)}\n  ${inLine(places)}\n  ${inLine(advice)}\n`;
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`\n${title}:\n`, ...items];
}

function inLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
