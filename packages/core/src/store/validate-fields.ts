import * as z from 'zod';
import { memoryTypeSchema } from '../entry.js';
import { MemoryError } from '../errors.js';
import type { EntryFields } from '../memory-store.js';
import { memoryTypes } from '../memory-type.js';
import { kindOfValue } from './argument-rules.js';
import { quote } from './require-entry.js';

const text = z
  .string({ error: ({ input }) => `must be text, not ${kindOfValue(input)}` })
  .refine((value) => value.isWellFormed(), {
    error: 'is not well-formed Unicode (half of a surrogate pair)',
  });

/** Fields of an entry as callers give them. Longer descriptions and bodies are read, not written. */
export const entryFieldsSchema = z.strictObject({
  description: text
    .max(4_000, { error: 'is longer than 4,000 characters' })
    .refine((value) => value.trim() !== '', { error: 'is empty' })
    .optional(),
  type: memoryTypeSchema.optional(),
  body: text.max(1_000_000, { error: 'is longer than 1,000,000 characters' }).optional(),
});

/** @throws MemoryError INVALID_ENTRY naming the field, the fault and the remedy */
export function validateFields(fields: EntryFields): void {
  const result = entryFieldsSchema.safeParse(fields);
  if (result.success) return;
  const issue = result.error.issues[0];
  const field = String(issue?.path[0] ?? '');
  if (field === 'type') throw unknownType(fields.type);
  if (issue?.code === 'unrecognized_keys') throw unknownField(issue.keys[0] ?? '');
  throw new MemoryError('INVALID_ENTRY', `The ${field} ${issue?.message ?? 'is not valid'}.`);
}

function unknownField(field: string): MemoryError {
  return new MemoryError(
    'INVALID_ENTRY',
    `${quote(field)} is no field that can be set. Give name, description, type or body.`,
  );
}

function unknownType(type: unknown): MemoryError {
  if (typeof type !== 'string') {
    return new MemoryError('INVALID_ENTRY', `The type must be text, not ${kindOfValue(type)}.`);
  }
  return new MemoryError(
    'INVALID_ENTRY',
    `${quote(type)} is not a type of memory. Use one of ${memoryTypes.join(', ')}.`,
  );
}

/** What a new entry must have. */
export type NewEntryFields = EntryFields & Required<Pick<EntryFields, 'description' | 'type'>>;

/** @throws MemoryError INVALID_ENTRY when a new entry lacks what it must have */
export function requireNewEntryFields(name: string, fields: EntryFields): NewEntryFields {
  const { description, type } = fields;
  if (description !== undefined && type !== undefined) return { ...fields, description, type };
  const missing = (['description', 'type'] as const).filter((field) => fields[field] === undefined);
  throw new MemoryError(
    'INVALID_ENTRY',
    `There is no memory named ${quote(name)} yet, and a new one needs a ${missing.join(' and a ')}. Give ${missing.length > 1 ? 'them' : 'it'} too.`,
  );
}
