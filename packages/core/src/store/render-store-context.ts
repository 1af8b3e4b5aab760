import type { ContextEntry } from '../context/context-entry.js';
import { renderContext } from '../context/render-context.js';
import {
  type RenderIndexContextOptions,
  renderIndexContext,
} from '../context/render-index-context.js';
import { bodyText } from '../entry-file/body-text.js';
import { parseIndex } from '../index-file/parse-index.js';
import type { ContextOptions, ContextResult } from '../memory-store.js';
import type { StoragePath } from '../storage.js';
import { readIndex } from './index-text.js';
import { summaryOf } from './read-entry.js';
import { readEntryFile } from './read-entry-file.js';
import type { StoreWorld } from './store-world.js';

/** The block for a prompt, made from the directory as it is now. */
export async function renderStoreContext(
  world: StoreWorld,
  options: ContextOptions = {},
): Promise<ContextResult> {
  const { ignore: _, format = 'markdown', ...limits } = options;
  if (format === 'index') return indexContext(world, limits);
  const { included, omitted, ...context } = renderContext(await contextEntries(world), {
    ...limits,
    format,
  });
  return { ...context, included: included as StoragePath[], omitted: omitted as StoragePath[] };
}

/** Entries whose lines are shown count as included: their bodies are a call away. */
async function indexContext(
  world: StoreWorld,
  limits: RenderIndexContextOptions,
): Promise<ContextResult> {
  const { text: index = '' } = await readIndex(world.storage);
  const { text, tokens } = renderIndexContext(index, limits);
  const shown = new Set(parseIndex(text).links.map((link) => link.path));
  const { entries } = await world.view.look();
  const paths = entries.map((entry) => entry.path);
  return {
    text,
    tokens,
    included: paths.filter((path) => shown.has(path)),
    omitted: paths.filter((path) => !shown.has(path)),
  };
}

async function contextEntries(world: StoreWorld): Promise<ContextEntry[]> {
  const { entries } = await world.view.look();
  const shown: ContextEntry[] = [];
  for (const entry of entries) {
    const file = entry.readable ? await world.storage.read(entry.path) : undefined;
    if (!file) continue;
    const { body } = await readEntryFile(entry.path, file.bytes);
    shown.push({ ...summaryOf(entry), body: bodyText(body) });
  }
  return shown;
}
