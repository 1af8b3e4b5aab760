import { type EntrySummary, memoryTypes, type Provenance } from '@mem/core';
import * as z from 'zod';
import { shorten } from '../answer/cut-text.js';
import {
  defaultAnswerChars,
  maxAnswerChars,
  maxBodyChars,
  maxDescriptionChars,
  maxNameChars,
} from '../answer/limits.js';

// Arguments and parts of answers that several tools share.

export const name = z
  .string()
  .min(1)
  .max(maxNameChars)
  .describe('Name of a memory, its file name, or its path as answers give it');
export const description = z
  .string()
  .max(maxDescriptionChars)
  .describe('One line: what a later reader sees before deciding to read on');
export const type = z.enum(memoryTypes).describe('One of the four types');
export const body = z
  .string()
  .max(maxBodyChars)
  .describe('The memory itself, Markdown, without a header');
export const version = z
  .string()
  .max(1_000)
  .describe('From read_memory: refuse the change if somebody has changed the memory since');
export const cursor = z
  .string()
  .max(4_000)
  .describe('next_cursor of the page before; leave out for the first page');
/** Types of real files are not always one of the four. */
export const anyType = z.string().min(1).max(100).describe('Only memories of this type');
export const maxChars = z
  .number()
  .int()
  .min(500)
  .max(maxAnswerChars)
  .describe(`Room for the answer in characters; ${defaultAnswerChars} when left out`);

export const directory = z.string().describe('Which memory directory this is about');
export const nextCursor = z.string().optional().describe('There is more: pass it as cursor');

export const provenance = z
  .object({
    source: z.enum(['user', 'inferred']).optional(),
    client: z.string().optional(),
    session: z.string().optional(),
  })
  .optional()
  .describe('Who said it, where that is known: inferred is a model’s conclusion');

export const summary = z.object({
  path: z.string(),
  name: z.string(),
  description: z.string().optional(),
  type: z.string().optional(),
  modified: z.string().optional().describe('ISO 8601'),
  provenance,
});
export type Summary = z.infer<typeof summary>;

/** A line of a list; long descriptions are cut. */
export function summaryOf(entry: EntrySummary): Summary {
  const { path, name, description, type, modified, provenance } = entry;
  return {
    path,
    name: shorten(name, 200),
    ...(description !== undefined && { description: shorten(description, 300) }),
    ...(type !== undefined && { type: shorten(type, 100) }),
    ...(modified !== undefined && { modified }),
    ...(provenance !== undefined && { provenance }),
  };
}

/** In one line for the reader. */
export function saidBy({ source, client, session }: Provenance): string {
  const by = [source === 'user' ? 'the user' : source, client].filter((part) => part !== undefined);
  if (session !== undefined) by.push(`session ${session}`);
  return by.join(', ');
}

export const warning = z.object({
  kind: z.string(),
  path: z.string(),
  message: z.string(),
  fix: z.string().optional(),
});

export const indexSize = z
  .object({ lines: z.number(), bytes: z.number() })
  .describe('MEMORY.md as an agent loads it at start: limits are 200 lines and 25,000 bytes');
