import { verifyEntry } from '../drift/verify-entry.js';
import type { Workspace } from '../drift/workspace.js';
import type { VerifiedEntry, VerifyEntriesOptions, VerifyResult } from '../memory-store.js';
import { definedOf } from './defined-of.js';
import type { KnownEntry } from './directory-view.js';
import { summaryOf } from './read-entry.js';
import { readEntryFile } from './read-entry-file.js';
import { requireEntry } from './require-entry.js';
import type { StoreWorld } from './store-world.js';

/** Tests what entries claim about the workspace: one, or all when no target is given. */
export async function verifyEntries(
  world: StoreWorld,
  workspace: Workspace,
  options: VerifyEntriesOptions = {},
): Promise<VerifyResult> {
  const snapshot = await world.view.look();
  const entries =
    options.target === undefined
      ? snapshot.entries.filter((entry) => entry.readable)
      : [requireEntry(options.target, snapshot)];
  const verified: VerifiedEntry[] = [];
  for (const entry of entries) {
    const claims = await claimsOf(world, workspace, entry, options.signal);
    if (claims) verified.push({ path: entry.path, name: entry.name, claims });
  }
  return { entries: verified };
}

async function claimsOf(
  world: StoreWorld,
  workspace: Workspace,
  entry: KnownEntry,
  signal: AbortSignal | undefined,
): Promise<VerifiedEntry['claims'] | undefined> {
  const file = await world.storage.read(entry.path);
  if (!file) return undefined;
  const { body } = await readEntryFile(entry.path, file.bytes);
  const { description, modified } = summaryOf(entry);
  const verifiable = { body, ...definedOf({ description, modified }) };
  return verifyEntry(verifiable, workspace, { now: world.now, signal });
}
