import type { Problem, SaveResult } from '@mem/core';
import { visibleLine } from '@mem/core/internal';
import * as z from 'zod';
import type { Answer } from '../answer/answer.js';
import { shorten } from '../answer/cut-text.js';
import { maxWarnings } from '../answer/limits.js';
import { directory, indexSize, warning } from './fields.js';
import type { ToolCall } from './tool.js';

export const changeOutput = z.object({
  directory,
  path: z.string(),
  name: z.string(),
  version: z.string(),
  created: z.boolean().describe('False: a memory of that name was there and has been changed'),
  changed: z.array(z.string()).describe('Files with other bytes than before; empty: nothing new'),
  index: indexSize,
  warnings: z.array(warning),
  similar: z
    .array(z.object({ path: z.string(), name: z.string(), score: z.number() }))
    .describe('Other memories that say much the same, if any: read them, and keep one'),
});

/** The answer of every tool that leaves a memory behind. */
export function changeAnswer(
  call: ToolCall,
  { entry, created, changed, index, warnings, similar }: SaveResult,
): Answer<typeof changeOutput> {
  const all = afterChange(call, changed, warnings);
  const twins = similar.map(({ path, name, score }) => ({ path, name: shorten(name, 200), score }));
  const did = created ? 'Saved a new memory' : changed.length > 0 ? 'Changed' : 'Already so';
  return {
    data: {
      path: entry.path,
      name: shorten(entry.name, 500),
      version: entry.version,
      created,
      changed: changed.slice(0, 20),
      index: { lines: index.lines, bytes: index.bytes },
      warnings: warningsOf(all),
      similar: twins,
    },
    text: [
      visibleLine(`${did}: ${shorten(entry.name, 500)} (${entry.path}).`),
      ...warningLines(all),
      ...twins.map(twinLine),
    ].join('\n'),
  };
}

function twinLine({ path, name, score }: SaveResult['similar'][number]): string {
  const alike = `${Math.round(score * 100)} %`;
  return visibleLine(
    `Much like ${name} (${path}), ${alike}: read it; if both say one thing, keep one of them.`,
  );
}

/** What every change brings with it: listeners are told, and the place may have something to add. */
export function afterChange(
  call: ToolCall,
  changed: readonly string[],
  warnings: readonly Problem[],
): readonly Problem[] {
  const feed = call.world.feeds.get(call.place);
  for (const path of changed) feed?.changed(path);
  const message = changed.length > 0 ? call.place.afterChange?.() : undefined;
  return message === undefined
    ? warnings
    : [...warnings, { kind: 'storage-warning', path: '.', message }];
}

export function warningsOf(warnings: readonly Problem[]): z.infer<typeof warning>[] {
  return warnings.slice(0, maxWarnings).map(({ kind, path, message, fix }) => ({
    kind,
    path,
    message: shorten(message, 400),
    ...(fix !== undefined && { fix: shorten(fix, 200) }),
  }));
}

export function warningLines(warnings: readonly Problem[]): string[] {
  const lines = warningsOf(warnings).map(({ message, fix }) =>
    visibleLine(`Warning: ${message}${fix === undefined ? '' : ` ${fix}`}`),
  );
  const more = warnings.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more warnings; \`mem check\` shows all.`] : lines;
}
