import { type EntrySummary, memoryTypes, type Problem, type SearchHit } from '@mem/core';
import * as z from 'zod';
import { shorten } from '../shorten.js';

// Arguments that several tools share.

export const name = z
  .string()
  .min(1)
  .max(500)
  .describe('Name of a memory, its file name, or its path as answers give it');
export const newName = z
  .string()
  .min(1)
  .max(500)
  .describe('Short and telling; also the name of the file, so that it can be found again');
export const description = z
  .string()
  .max(2_000)
  .describe('One line: what a later reader sees before deciding to read on');
export const type = z.enum(memoryTypes).describe('One of the four types');
export const body = z
  .string()
  .max(100_000)
  .describe('The memory itself, Markdown, without a header');
export const version = z
  .string()
  .max(1_000)
  .describe('From read_memory: refuse the change if somebody has changed the memory since');
export const reason = z
  .string()
  .max(500)
  .describe('Why, in one line: kept for the person who looks at the change');
/** Types of real files are not always one of the four. */
export const anyType = z.string().min(1).max(100).describe('Only memories of this type');

export function limit(most: number, usual: number) {
  return z
    .number()
    .int()
    .min(1)
    .max(most)
    .optional()
    .describe(`At most so many; ${usual} when left out`);
}

// Parts of answers.

export function summaryOf(entry: EntrySummary | SearchHit) {
  const { path, name, description, type } = entry;
  return {
    path,
    name: shorten(name, 200),
    ...(type !== undefined && { type: shorten(type, 100) }),
    ...(description !== undefined && { description: shorten(description, 300) }),
  };
}

const maxWarnings = 5;

export function warningsOf(warnings: readonly Problem[]): { readonly warnings?: string[] } {
  if (warnings.length === 0) return {};
  const lines = warnings
    .slice(0, maxWarnings)
    .map(({ message, fix }) => shorten(fix === undefined ? message : `${message} ${fix}`, 500));
  const more = warnings.length - lines.length;
  return { warnings: more > 0 ? [...lines, `… and ${more} more.`] : lines };
}
