import { ConflictError, isMemoryError, MemoryError } from '../errors.js';
import type { EntryFields } from '../memory-store.js';
import type { Storage } from '../storage.js';
import { indexSizeOf } from '../store/complete-change.js';
import { definedOf } from '../store/defined-of.js';
import { deleteEntry } from '../store/delete-entry.js';
import { withoutSecrets } from '../store/guard-change.js';
import { findIndex } from '../store/index-text.js';
import { readEntry } from '../store/read-entry.js';
import { quote } from '../store/require-entry.js';
import { saveEntry, updateExisting } from '../store/save-entry.js';
import type { StoreWorld } from '../store/store-world.js';
import { editFields } from '../store/update-file.js';
import { requireNewEntryFields, validateFields } from '../store/validate-fields.js';
import { type CurrentFile, currentFile } from './current-file.js';
import { guardProposal } from './guard-proposal.js';
import type { AcceptedChange, AcceptOptions, PendingChange, PendingView } from './pending.js';
import { encodePending, type PendingFile } from './pending-file.js';
import {
  notWaiting,
  pendingPath,
  requireShelved,
  requireWaiting,
  type ShelvedChange,
} from './pending-shelf.js';
import { canBeNew, goneMeanwhile, viewPending } from './view-pending.js';

/** A process that began to decide and is not heard of for so long has died. In milliseconds. */
const decidingLimit = 30_000;

/** Makes the change and takes the proposal away. */
export async function acceptPending(
  world: StoreWorld,
  id: string,
  options: AcceptOptions = {},
): Promise<AcceptedChange> {
  const shelved = await requireShelved(world.storage, id);
  const claimed = await claim(world, shelved);
  let accepted: AcceptedChange;
  try {
    accepted = await makeChange(world, shelved, options);
  } catch (error) {
    await release(world.storage, claimed);
    throw error;
  }
  // Done is done: a proposal that stays behind finds its change made already.
  await takeAway(world.storage, claimed);
  return accepted;
}

/** Only one process at a time gets past this; the others find the proposal at another version. */
async function claim(world: StoreWorld, shelved: ShelvedChange): Promise<ShelvedChange> {
  const now = world.now().getTime();
  requireUnclaimed(shelved, now);
  const claimed = { ...shelved, decidingSince: now };
  return { ...claimed, version: await putBack(world.storage, claimed, shelved.version) };
}

function requireUnclaimed({ change, decidingSince, path }: ShelvedChange, now: number): void {
  if (decidingSince === undefined || Math.abs(now - decidingSince) > decidingLimit) return;
  throw new ConflictError(path, null, beingDecided(change.id));
}

function beingDecided(id: string): string {
  return `Somebody else is deciding on the proposal ${id} right now, or was cut off in it less than half a minute ago, so nothing was done. Look at what waits and repeat.`;
}

async function release(storage: Storage, claimed: ShelvedChange): Promise<void> {
  const { decidingSince: _, ...free } = claimed;
  try {
    await putBack(storage, free, claimed.version);
  } catch (error) {
    // It frees itself after a while.
    if (!isMemoryError(error)) throw error;
  }
}

async function putBack(
  storage: Storage,
  { change, base, decidingSince, path }: ShelvedChange,
  expect: string,
): Promise<string> {
  const file: PendingFile = { change, base, ...definedOf({ decidingSince }) };
  try {
    const written = await storage.write(path, encodePending(file), { expect });
    if (written.outcome !== 'unchanged') return written.version;
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
  }
  throw new ConflictError(path, null, beingDecided(change.id));
}

async function takeAway(storage: Storage, { path, version }: ShelvedChange): Promise<void> {
  try {
    await storage.remove(path, { expect: version });
  } catch (error) {
    if (!isMemoryError(error)) throw error;
  }
}

async function makeChange(
  world: StoreWorld,
  pending: PendingFile,
  options: AcceptOptions,
): Promise<AcceptedChange> {
  const { change } = pending;
  const current = await currentFile(world, pending);
  if (current.changedSince || options.ifVersion !== undefined) {
    if (await isMadeAlready(world, change, current)) return madeAlready(world, change, current);
    if (current.file === undefined && change.kind !== 'delete' && !canBeNew(change)) {
      throw goneMeanwhile(change);
    }
    requireSeen(change, current, options);
  }
  const { path, file } = current;
  const how = {
    message: messageOf(change),
    provenance: change.provenance ?? {},
    ...definedOf({ override: options.override }),
  };
  if (change.kind === 'delete') {
    const target = path as string;
    const condition = definedOf({ ifVersion: file?.version });
    return { change, deleted: await deleteEntry(world, target, { ...how, ...condition }) };
  }
  if (path !== undefined && file !== undefined) {
    const condition = { ...how, ifVersion: file.version };
    return { change, saved: await updateExisting(world, path, change.fields, condition) };
  }
  if (change.kind === 'update') throw goneMeanwhile(change);
  const input = { name: change.name, ...requireNewEntryFields(change.name, change.fields) };
  return { change, saved: await saveEntry(world, input, { ...how, ifVersion: null }) };
}

/** The file is not as it was proposed for: only who has seen it as it is now may go on. */
function requireSeen(
  change: PendingChange,
  { path, file }: CurrentFile,
  { ifVersion }: AcceptOptions,
): void {
  const version = file?.version ?? null;
  if (ifVersion === version) return;
  const where = path ?? change.name;
  const why =
    ifVersion === undefined
      ? `${where} was ${happened(change, file !== undefined)} after this was proposed`
      : `${where} is not at the version that was looked at`;
  throw new ConflictError(
    path ?? pendingPath(change.id),
    version,
    `${why}. Nothing was changed: look at the difference as it is now (\`mem pending show ${change.id}\`) and accept that version.`,
  );
}

function happened({ path }: PendingChange, isThere: boolean): string {
  if (!isThere) return 'deleted';
  return path === undefined ? 'made by someone else' : 'changed';
}

/** True when a process died after the change and before the proposal was gone, or others did the same. */
async function isMadeAlready(
  world: StoreWorld,
  change: PendingChange,
  { path, file }: CurrentFile,
): Promise<boolean> {
  if (change.kind === 'delete') return file === undefined;
  if (path === undefined || file === undefined) return false;
  try {
    return (
      (await editFields(path, file.bytes, change.fields, {
        now: world.now(),
        provenance: change.provenance,
      })) === file.bytes
    );
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    return false;
  }
}

async function madeAlready(
  world: StoreWorld,
  change: PendingChange,
  { path }: CurrentFile,
): Promise<AcceptedChange> {
  const index = indexSizeOf((await findIndex(world.storage)).text);
  if (change.kind === 'delete' || path === undefined) {
    return { change, deleted: { deleted: [], changed: [], index, warnings: [] } };
  }
  const entry = await readEntry(world, path);
  return {
    change,
    saved: { entry, created: false, changed: [], index, warnings: [], similar: [] },
  };
}

/** What the history says: that it was proposed, and by whom. */
function messageOf({ kind, name, provenance, origin, reason }: PendingChange): string {
  const who = provenance?.client ?? origin ?? 'an unnamed program';
  return `${kind} ${quote(name)} (proposed by ${who}${reason === undefined ? '' : `: ${reason}`})`;
}

/** Changes what is proposed; what it was proposed against stays. */
export function editPending(
  world: StoreWorld,
  id: string,
  fields: EntryFields,
): Promise<PendingView> {
  const given = [fields.description, fields.type, fields.body];
  return withoutSecrets(given, () => editChecked(world, id, fields));
}

async function editChecked(
  world: StoreWorld,
  id: string,
  fields: EntryFields,
): Promise<PendingView> {
  validateFields(fields);
  const shelved = await requireShelved(world.storage, id);
  requireUnclaimed(shelved, world.now().getTime());
  if (shelved.change.kind === 'delete') {
    throw new MemoryError(
      'INVALID_ENTRY',
      `The proposal ${shelved.change.id} is to delete a memory, so there is no text to edit. Accept or reject it.`,
    );
  }
  const change = { ...shelved.change, fields: { ...shelved.change.fields, ...definedOf(fields) } };
  if (JSON.stringify(change) !== JSON.stringify(shelved.change)) {
    await guardProposal(world, change);
    const { decidingSince: _, ...free } = shelved;
    await putBack(world.storage, { ...free, change }, shelved.version);
  }
  return viewPending(world, { change, base: shelved.base });
}

/** Takes a proposal away, one that cannot be read too. */
export async function rejectPending(world: StoreWorld, id: string): Promise<void> {
  const path = await requireWaiting(world.storage, id);
  const shelved = await requireShelved(world.storage, id).catch((error: unknown) => {
    if (isMemoryError(error) && error.code === 'UNREADABLE_ENTRY') return undefined;
    throw error;
  });
  if (shelved) requireUnclaimed(shelved, world.now().getTime());
  const { existed } = await world.storage.remove(path, definedOf({ expect: shelved?.version }));
  if (!existed) throw notWaiting(id);
}
