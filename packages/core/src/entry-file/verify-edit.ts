import type { Provenance } from '../provenance.js';
import { sameBody } from './edit-body.js';
import type { HeaderChanges } from './edit-header.js';
import type { EntrySource } from './entry-source.js';
import { parseEntryFile } from './parse-entry-file.js';

export type EditedFields = HeaderChanges & { readonly body?: string };

/**
 * Reads an edited file again. Returns what is not as it should be: a field that was asked for, or
 * another one that changed along; undefined when all is well.
 */
export function verifyEdit(
  source: EntrySource,
  edited: Uint8Array,
  changes: EditedFields,
): string | undefined {
  const before = source.parsed;
  const after = parseEntryFile(source.path, edited);
  if (after.name !== (changes.name || before.name)) return 'name';
  if ((after.description ?? '') !== (changes.description ?? before.description ?? '')) {
    return 'description';
  }
  if ((after.type ?? '') !== (changes.type ?? before.type ?? '')) return 'type';
  if (changes.modified !== undefined && after.modified !== changes.modified) return 'modified time';
  if (!bodyIsRight(source, after.body, changes.body)) return 'body';
  const lost = lostStamp(after.provenance ?? {}, changes);
  if (lost !== undefined) return lost;
  if (metadataText(after.metadata, changes) !== metadataText(before.metadata, changes))
    return 'header';
  return undefined;
}

function bodyIsRight(source: EntrySource, after: string, asked: string | undefined): boolean {
  if (asked !== undefined) return sameBody(after, asked);
  return source.header === undefined
    ? after.endsWith(source.parsed.body)
    : after === source.parsed.body;
}

function lostStamp(after: Provenance, changes: EditedFields): string | undefined {
  if (changes.source !== undefined && after.source !== changes.source) return 'source';
  if (changes.client !== undefined && after.client !== changes.client) return 'client';
  const { originSessionId } = changes;
  return originSessionId === undefined || after.session === originSessionId ? undefined : 'session';
}

const stamps: ReadonlySet<string> = new Set(['modified', 'source', 'client', 'originSessionId']);

/** All but the stamps, which may have been asked for. */
function metadataText(metadata: Record<string, unknown>, changes: EditedFields): string {
  const stays = ([key]: [string, unknown]) => !stamps.has(key) || !(key in changes);
  return JSON.stringify(Object.entries(metadata).filter(stays));
}
