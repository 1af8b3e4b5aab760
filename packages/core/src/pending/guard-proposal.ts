import type { GuardInput } from '../guard/guard-options.js';
import { guardChange } from '../store/guard-change.js';
import type { StoreWorld } from '../store/store-world.js';
import type { PendingChange } from './pending.js';
import { pendingPath } from './pending-shelf.js';

/**
 * Looks at a proposal before a byte of it is kept. What is only warned of waits with the rest: it is
 * told when the change is made.
 *
 * @throws GuardError
 */
export async function guardProposal(world: StoreWorld, change: PendingChange): Promise<void> {
  await guardChange(world, { path: change.path ?? pendingPath(change.id), after: textsOf(change) });
}

function textsOf({ name, fields, reason, origin, provenance }: PendingChange): GuardInput {
  const { client, session } = provenance ?? {};
  return { name, ...fields, message: reason, metadata: { origin, client, session } };
}
