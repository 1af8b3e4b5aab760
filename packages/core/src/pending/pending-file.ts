import * as z from 'zod';
import { isEntryPath } from '../entry-path.js';
import { MemoryError } from '../errors.js';
import type { Version } from '../storage.js';
import { storagePath } from '../storage-path.js';
import { entryFieldsSchema } from '../store/validate-fields.js';
import type { PendingChange } from './pending.js';
import { maxPendingBytes } from './pending.js';

/** What a proposal was made against. */
export interface PendingBase {
  readonly version: Version;
  /** Of the bytes: a version may change without them, as when a file is touched. */
  readonly sha256: string;
}

/** What one file below `.mem/pending` holds. */
export interface PendingFile {
  readonly change: PendingChange;
  /** Null for a change that makes a new entry. */
  readonly base: PendingBase | null;
  /** Set while a process carries the decision out: when it began, in milliseconds since 1970. */
  readonly decidingSince?: number;
}

const line = z.string().max(1_000);

const pathSchema = z.string().refine((path) => {
  try {
    return isEntryPath(storagePath(path));
  } catch {
    return false;
  }
});

const provenanceSchema = z.strictObject({
  source: z.enum(['user', 'inferred']).optional(),
  client: line.optional(),
  session: line.optional(),
});

const fileSchema = z.strictObject({
  change: z.strictObject({
    id: line,
    at: z.iso.datetime(),
    kind: z.enum(['save', 'update', 'delete']),
    name: line,
    path: pathSchema.optional(),
    fields: entryFieldsSchema,
    reason: line.optional(),
    provenance: provenanceSchema.optional(),
    origin: line.optional(),
  }),
  base: z.strictObject({ version: z.string(), sha256: z.string() }).nullable(),
  decidingSince: z.number().optional(),
});

/** @throws MemoryError LIMIT when it is too large to wait */
export function encodePending(file: PendingFile): Uint8Array {
  const bytes = new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`);
  if (bytes.length <= maxPendingBytes) return bytes;
  throw new MemoryError(
    'LIMIT',
    `The proposal is larger than ${maxPendingBytes.toLocaleString('en')} bytes, so it is not kept. Propose a shorter text.`,
  );
}

/** Undefined when the file holds no proposal of that id. */
export function decodePending(id: string, bytes: Uint8Array): PendingFile | undefined {
  if (bytes.length > maxPendingBytes) return undefined;
  try {
    const parsed = fileSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    if (!parsed.success || parsed.data.change.id !== id) return undefined;
    return parsed.data as PendingFile;
  } catch {
    return undefined;
  }
}
