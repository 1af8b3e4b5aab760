import { type Ignore, ignorePredicate } from '../ignore.js';
import { definedOf } from '../store/defined-of.js';
import { shownWorld } from '../store/shown-world.js';
import type { StoreWorld } from '../store/store-world.js';
import type { PendingChange } from './pending.js';

/** Whether a reader may see a proposal: it neither is nor changes a memory that is ignored. */
export async function shownChanges(
  world: StoreWorld,
  ignore: Ignore | undefined,
): Promise<(change: PendingChange) => boolean> {
  if (ignore === undefined) return () => true;
  const { ignored } = await shownWorld(world, ignore);
  const isIgnored = ignorePredicate(ignore);
  return ({ id, path = `${id}.md`, name, fields: { description, type, body = '' } }) =>
    !ignored.has(path) && !isIgnored({ path, name, body, ...definedOf({ description, type }) });
}
