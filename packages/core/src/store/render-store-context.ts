import type { ContextEntry } from '../context/context-entry.js';
import { renderContext } from '../context/render-context.js';
import type { ContextOptions, ContextResult } from '../memory-store.js';
import type { StoragePath } from '../storage.js';
import { summaryOf } from './read-entry.js';
import { readEntryFile } from './read-entry-file.js';
import type { StoreWorld } from './store-world.js';

/** The block for a prompt, made from the entries as they are now. */
export async function renderStoreContext(
  world: StoreWorld,
  options: ContextOptions = {},
): Promise<ContextResult> {
  const context = renderContext(await contextEntries(world), options);
  return {
    text: context.text,
    included: context.included as StoragePath[],
    omitted: context.omitted as StoragePath[],
    tokens: context.tokens,
  };
}

async function contextEntries(world: StoreWorld): Promise<ContextEntry[]> {
  const { entries } = await world.view.look();
  const shown: ContextEntry[] = [];
  for (const entry of entries) {
    const file = entry.readable ? await world.storage.read(entry.path) : undefined;
    if (!file) continue;
    const { body } = await readEntryFile(entry.path, file.bytes);
    shown.push({ ...summaryOf(entry), body });
  }
  return shown;
}
