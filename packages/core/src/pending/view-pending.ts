import { decodeText } from '../entry-file/decode-text.js';
import { isMemoryError, MemoryError } from '../errors.js';
import { findEntry } from '../find-entry.js';
import { diffLines, renderHunks } from '../line-diff.js';
import type { StoragePath } from '../storage.js';
import { definedOf } from '../store/defined-of.js';
import { newEntryFile } from '../store/new-entry-file.js';
import { ambiguous } from '../store/require-entry.js';
import { nearlyThere } from '../store/save-entry.js';
import type { StoreWorld } from '../store/store-world.js';
import { editFields } from '../store/update-file.js';
import { requireNewEntryFields } from '../store/validate-fields.js';
import { type CurrentFile, currentFile } from './current-file.js';
import type { PendingChange, PendingView } from './pending.js';
import type { PendingFile } from './pending-file.js';

/** What the change would do to the directory as it is now. */
export async function viewPending(world: StoreWorld, pending: PendingFile): Promise<PendingView> {
  const { change } = pending;
  const current = await currentFile(world, pending);
  const before = current.file ? decodeText(current.file.bytes).text : null;
  const wanted = await wantedFile(world, change, current);
  const after = wanted.bytes ? decodeText(wanted.bytes).text : null;
  const shown = wanted.obstacle === undefined ? diffLines(before ?? '', after ?? '') : [];
  return {
    change,
    ...definedOf({ path: wanted.path, obstacle: wanted.obstacle }),
    before,
    after,
    diff: renderHunks(shown),
    version: current.file?.version ?? null,
    changedSince: current.changedSince,
  };
}

interface WantedFile {
  readonly path?: StoragePath | undefined;
  /** Absent when the file would be gone. */
  readonly bytes?: Uint8Array;
  readonly obstacle?: string;
}

async function wantedFile(
  world: StoreWorld,
  change: PendingChange,
  { path, file }: CurrentFile,
): Promise<WantedFile> {
  if (change.kind === 'delete') return { path };
  try {
    if (path !== undefined && file !== undefined) {
      return {
        path,
        bytes: await editFields(path, file.bytes, change.fields, {
          now: world.now(),
          provenance: change.provenance,
        }),
      };
    }
    if (!canBeNew(change)) throw goneMeanwhile(change);
    return await newFile(world, change);
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    return { path, obstacle: error.message };
  }
}

async function newFile(world: StoreWorld, change: PendingChange): Promise<WantedFile> {
  const { name } = change;
  const snapshot = await world.view.look();
  const found = findEntry(name, snapshot.entries);
  if (found.kind === 'ambiguous') throw ambiguous(name, found.paths);
  if (found.kind === 'near') throw nearlyThere(name, found.names, found.paths);
  const fields = requireNewEntryFields(name, change.fields);
  return newEntryFile(world, snapshot, { name, ...fields }, change.provenance);
}

/** Whether it says all that a new entry needs, where the one it was proposed for is gone. */
export function canBeNew({ kind, fields }: PendingChange): boolean {
  return kind === 'save' && fields.description !== undefined && fields.type !== undefined;
}

/** What was to be updated is not there any more. */
export function goneMeanwhile({ name, path }: PendingChange): MemoryError {
  return new MemoryError(
    'CONFLICT',
    `${path ?? name} was deleted after this was proposed, so there is nothing to update. Reject the proposal, or save the memory anew.`,
    definedOf({ path }),
  );
}
