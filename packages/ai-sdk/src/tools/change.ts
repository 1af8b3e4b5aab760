import type { ProposedChange, SaveResult } from '@mem/core';
import { shorten } from '../shorten.js';
import { summaryOf, warningsOf } from './fields.js';
import type { ToolWorld } from './tool-world.js';

/** The answer of every tool that leaves a memory behind. */
export function changeAnswer({ entry, created, changed, warnings, similar }: SaveResult) {
  return {
    done: created ? 'saved as a new memory' : changed.length > 0 ? 'changed' : 'was so already',
    memory: { ...summaryOf(entry), version: entry.version },
    ...(similar.length > 0 && {
      similar: similar.slice(0, 5).map(({ path, name }) => ({ path, name: shorten(name, 200) })),
    }),
    ...warningsOf(warnings),
  };
}

/** For a program whose models may only ask for changes. */
export async function propose({ store, provenance }: ToolWorld, change: ProposedChange) {
  const { id } = await store.pending.add({ ...change, ...(provenance && { provenance }) });
  return {
    done: 'proposed: nothing is changed until a person accepts it, so do not count on it yet',
    proposal: id,
  };
}
