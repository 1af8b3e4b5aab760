import type { StoreWorld } from '../store/store-world.js';
import type { ProposedChange } from './pending.js';

/** Looks at a proposal before a byte of it is kept. @throws GuardError */
export async function guardProposal(
  _world: StoreWorld,
  _change: ProposedChange,
  _override?: true | readonly string[],
): Promise<void> {}
