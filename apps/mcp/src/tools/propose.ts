import { MemoryError, type ProposedChange } from '@mem/core';
import { visibleLine } from '@mem/core/internal';
import * as z from 'zod';
import type { Answer } from '../answer/answer.js';
import { shorten } from '../answer/cut-text.js';
import * as fields from './fields.js';
import type { ToolCall } from './tool.js';

/** What the tools that write answer where a person decides later. */
export const proposedOutput = z.object({
  directory: fields.directory,
  pending: z.string().describe('The proposal: `mem pending show` takes it'),
  kind: z.enum(['save', 'update', 'delete']),
  name: z.string(),
});

/** Stands at the end of a tool's description there. */
export const proposeNote =
  'On this server it changes nothing by itself: a person reads the proposal and accepts or rejects it. Tell them that it waits, do not call again for the same, and do not rely on it.';

/** Keeps the change for a person. The model gets no way to read it back. */
export async function proposeChange(
  call: ToolCall,
  change: Omit<ProposedChange, 'provenance' | 'origin'>,
): Promise<Answer<typeof proposedOutput>> {
  const { id, kind, name } = await call.place.store.pending.add({
    ...change,
    provenance: call.provenance,
  });
  const shown = shorten(name, 500);
  return {
    data: { pending: id, kind, name: shown },
    text: [
      visibleLine(
        `Waits for the person: ${kind} "${shown}". Nothing is changed yet, and no search or recall finds it.`,
      ),
      `They decide with \`mem pending show ${id}\`, then \`mem pending accept ${id}\` or \`mem pending reject ${id}\`.`,
    ].join('\n'),
  };
}

/** @throws MemoryError CONFLICT when the memory is not as the caller has read it */
export async function requireVersion(
  { place }: ToolCall,
  name: string,
  version: string | undefined,
): Promise<void> {
  if (version === undefined) return;
  const entry = await place.store.get(name);
  if (entry.version === version) return;
  throw new MemoryError(
    'CONFLICT',
    `${entry.path} was changed since you read it. Nothing was proposed; read it again.`,
  );
}

/** @param what begins the sentence: what only a person can do here */
export function refusedToPropose(what: string): MemoryError {
  return new MemoryError(
    'REFUSED',
    `${what} cannot be proposed on this server; nothing waits. Tell the person what you would do and why.`,
  );
}
