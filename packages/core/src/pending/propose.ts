import { MemoryError } from '../errors.js';
import { findEntry } from '../find-entry.js';
import { checkName } from '../name.js';
import { cleanProvenance, oneLine } from '../provenance.js';
import { sha256 } from '../sha256.js';
import type { StoragePath } from '../storage.js';
import { definedOf } from '../store/defined-of.js';
import { withoutSecrets } from '../store/guard-change.js';
import { ambiguous, requireEntry } from '../store/require-entry.js';
import { nearlyThere } from '../store/save-entry.js';
import type { StoreWorld } from '../store/store-world.js';
import { requireNewEntryFields, validateFields } from '../store/validate-fields.js';
import { guardProposal } from './guard-proposal.js';
import { maxPending, type PendingChange, type ProposedChange } from './pending.js';
import { encodePending, type PendingBase } from './pending-file.js';
import { pendingIds, pendingPath } from './pending-shelf.js';

/** Longest reason and origin, in characters; longer ones are cut. */
const lineLimit = 300;

/** Keeps a change until a person decides. The directory is looked at, not touched. */
export async function propose(world: StoreWorld, change: ProposedChange): Promise<PendingChange> {
  const { description, type, body } = change.fields ?? {};
  const given = [change.name, description, type, body, change.reason, change.origin];
  return withoutSecrets(given, () => proposeChecked(world, change));
}

async function proposeChecked(
  world: StoreWorld,
  { kind, name, fields = {}, ...said }: ProposedChange,
): Promise<PendingChange> {
  requireSense(kind, name, fields);
  const target = await targetOf(world, kind, name);
  if (target.path === undefined) requireNewEntryFields(name, fields);
  const now = world.now();
  const change: PendingChange = {
    id: newId(now),
    at: now.toISOString(),
    kind,
    name,
    ...definedOf({ path: target.path }),
    fields: definedOf(fields),
    ...definedOf({
      reason: lineOf(said.reason),
      origin: lineOf(said.origin),
      provenance: cleanProvenance(said.provenance ?? world.provenance),
    }),
  };
  await guardProposal(world, change);
  const bytes = encodePending({ change, base: target.base });
  await requireRoom(world);
  await world.storage.write(pendingPath(change.id), bytes, { expect: null });
  return change;
}

function requireSense(
  kind: ProposedChange['kind'],
  name: string,
  fields: NonNullable<ProposedChange['fields']>,
): void {
  if (kind === 'save') checkName(name);
  if (name.length > 1_000) {
    throw new MemoryError('INVALID_ENTRY', 'The name is longer than 1,000 characters.');
  }
  validateFields(fields);
  const given = Object.values(fields).some((value) => value !== undefined);
  if (kind === 'delete' && given) {
    throw new MemoryError('INVALID_ENTRY', 'A proposal to delete takes no fields.');
  }
  if (kind === 'update' && !given) {
    throw new MemoryError('INVALID_ENTRY', 'A proposal to update needs a field to change.');
  }
}

interface Target {
  readonly path?: StoragePath;
  readonly base: PendingBase | null;
}

/** The entry it is about, as it is now. */
async function targetOf(
  world: StoreWorld,
  kind: ProposedChange['kind'],
  name: string,
): Promise<Target> {
  const snapshot = await world.view.look();
  if (kind === 'save') {
    const found = findEntry(name, snapshot.entries);
    if (found.kind === 'ambiguous') throw ambiguous(name, found.paths);
    if (found.kind === 'near') throw nearlyThere(name, found.names, found.paths);
    if (found.kind === 'none') return { base: null };
  }
  const { path } = requireEntry(name, snapshot);
  const file = await world.storage.read(path);
  if (!file) {
    throw new MemoryError('CONFLICT', `${path} was deleted by someone else in the meantime.`, {
      path,
    });
  }
  return { path, base: { version: file.version, sha256: sha256(file.bytes) } };
}

function lineOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text, lineLimit) || undefined;
}

/** Sorts by time. The rest keeps those of one millisecond apart. */
function newId(now: Date): string {
  const random = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
  return `${now.getTime().toString(36)}-${random}`;
}

async function requireRoom(world: StoreWorld): Promise<void> {
  const waiting = (await pendingIds(world.storage)).length;
  if (waiting < maxPending) return;
  throw new MemoryError(
    'LIMIT',
    `${waiting} proposals wait already, and no more than ${maxPending} may. Nothing was kept: accept or reject some of them first (\`mem pending list\`).`,
  );
}
