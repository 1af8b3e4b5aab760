import { sameBody } from './edit-body.js';
import type { EntryFileChanges } from './edit-entry-file.js';
import type { EntrySource } from './entry-source.js';
import { parseEntryFile } from './parse-entry-file.js';

/**
 * Reads an edited file again. Returns what is not as it should be: a field that was asked for, or
 * another one that changed along; undefined when all is well.
 */
export function verifyEdit(
  source: EntrySource,
  edited: Uint8Array,
  changes: EntryFileChanges,
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
  if (metadataText(after.metadata) !== metadataText(before.metadata)) return 'header';
  return undefined;
}

function bodyIsRight(source: EntrySource, after: string, asked: string | undefined): boolean {
  if (asked !== undefined) return sameBody(after, asked);
  return source.header === undefined
    ? after.endsWith(source.parsed.body)
    : after === source.parsed.body;
}

/** All but the modified time, which may have been asked for. */
function metadataText(metadata: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(metadata).filter(([key]) => key !== 'modified'));
}
