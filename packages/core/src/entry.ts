import * as z from 'zod';
import { memoryTypes } from './memory-type.js';

export const memoryTypeSchema = z.enum(memoryTypes);

/** A `[[target]]` or `[[target|text]]` in a body. */
export const memoryLinkSchema = z.object({
  target: z.string(),
  /** The entry's path; null when no entry answers to the target. */
  path: z.string().nullable(),
});

/** Where the words of an entry come from; see `Provenance`. */
export const provenanceSchema = z.object({
  source: z.enum(['user', 'inferred']).optional(),
  client: z.string().optional(),
  session: z.string().optional(),
});

/** One memory, as read from its file. */
export const memoryEntrySchema = z.object({
  /** The file inside the memory directory: the entry's identity. */
  path: z.string(),
  /** What people and models call it; the file's stem where the header has none. */
  name: z.string(),
  description: z.string().optional(),
  /** One of `memoryTypes`, or whatever else the file says. */
  type: z.string().optional(),
  /**
   * The text, as it was saved: without the blank lines before it and the line ends after it, which
   * only the file has, and with lines that end in `\n` whatever the file's end in. Saving it
   * unchanged changes nothing. `getFile` has the file's own bytes.
   */
  body: z.string(),
  /** All other header keys, those of a nested `metadata:` block among them; scalars as spelled. */
  metadata: z.record(z.string(), z.unknown()),
  /** ISO 8601: `modified` of the header, else when the file was last changed, where known. */
  modified: z.string().optional(),
  /** Who said it, as far as the header tells; its keys are among `metadata` too. */
  provenance: provenanceSchema.optional(),
  /** In bytes. */
  size: z.number(),
  version: z.string(),
  links: z.array(memoryLinkSchema),
});

export type MemoryLink = z.infer<typeof memoryLinkSchema>;
export type MemoryEntry = z.infer<typeof memoryEntrySchema>;

/** An entry without its body: what a listing holds. */
export type EntrySummary = Omit<MemoryEntry, 'body' | 'links'>;
