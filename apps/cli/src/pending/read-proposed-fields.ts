import { type EntryFields, MemoryError, type MemoryType, type StoragePath } from '@mem/core';

/**
 * What an editor changed in the file that a proposal would make.
 *
 * @throws MemoryError INVALID_ENTRY when it changed what a proposal does not hold
 */
export async function readProposedFields(
  path: StoragePath,
  before: Uint8Array,
  edited: Uint8Array,
): Promise<EntryFields> {
  const { bodyText, parseEntryFile } = await import('@mem/core/internal');
  const old = parseEntryFile(path, before);
  const now = parseEntryFile(path, edited);
  const fault = now.problems.find(({ kind }) => !old.problems.some((was) => was.kind === kind));
  if (fault) throw invalid(fault.message);
  if (now.name !== old.name || JSON.stringify(now.metadata) !== JSON.stringify(old.metadata)) {
    throw invalid(
      'Only the description, the type and the body of a proposal can be edited; accept it, then use "mem edit".',
    );
  }
  const isOther = (key: 'description' | 'type') => now[key] !== old[key];
  return {
    ...(isOther('description') && { description: now.description ?? '' }),
    ...(isOther('type') && { type: now.type as MemoryType }),
    ...(bodyText(now.body) !== bodyText(old.body) && { body: bodyText(now.body) }),
  };
}

function invalid(message: string): MemoryError {
  return new MemoryError('INVALID_ENTRY', `${message} The proposal is as it was.`);
}
