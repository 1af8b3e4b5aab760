import { MemoryError } from '../errors.js';
import type { StoragePath } from '../storage.js';
import type { HeaderChanges } from './edit-header.js';
import type { EntrySource } from './entry-source.js';
import { seemsToOpenHeader } from './find-header.js';
import { lastField, repeatedFields } from './header-field.js';

/** @throws MemoryError REFUSED when a change might lose or misplace something */
export function refuseUnsafeEdit(source: EntrySource, changes: HeaderChanges): void {
  const reason = reasonAgainst(source, changes);
  if (reason !== undefined) throw refuse(source.path, reason);
}

/** @param reason completes "it cannot be changed safely: …", remedy included */
export function refuse(path: StoragePath, reason: string): MemoryError {
  return new MemoryError(
    'REFUSED',
    `${path} was not changed, because that is not safe: ${reason}.`,
    { path },
  );
}

function reasonAgainst(source: EntrySource, changes: HeaderChanges): string | undefined {
  const { header, utf8, language, conflict } = source;
  if (!utf8) return 'it is not UTF-8; save it as UTF-8 first';
  if (language !== undefined) {
    return `its first line "---${language}" names a language; write the header as YAML first`;
  }
  if (conflict?.isInHeader || (header === undefined && conflict?.line === 0)) {
    return 'a merge conflict was left in its header; resolve it first';
  }
  if (header === undefined) return doubleHeader(source, changes);
  if (!header.isClosed) {
    return 'its header is never closed; put a line "---" after the last line of the header first';
  }
  if (Object.keys(changes).length === 0) return undefined;
  if (header.unsafe !== undefined) {
    return 'its header asks YAML readers to build objects; write those values as plain text first';
  }
  return repeatedKey(source, changes);
}

/** A file without a header gets one: not in front of what somebody meant to be one. */
function doubleHeader({ text }: EntrySource, changes: HeaderChanges): string | undefined {
  if (Object.keys(changes).length === 0 || !seemsToOpenHeader(text)) return undefined;
  return 'it begins with what looks like a header but is none; make its first line exactly "---" and close it with another first';
}

function repeatedKey(source: EntrySource, changes: HeaderChanges): string | undefined {
  const fields = source.header?.fields ?? [];
  const nested = lastField(fields, 'metadata')?.children ?? [];
  const keys = new Set(
    [...repeatedFields(fields), ...repeatedFields(nested)].map((field) => field.key),
  );
  const key = ['metadata', ...Object.keys(changes)].find((candidate) => keys.has(candidate));
  if (key === undefined) return undefined;
  return `its header has ${JSON.stringify(key)} more than once; keep one of them first`;
}
