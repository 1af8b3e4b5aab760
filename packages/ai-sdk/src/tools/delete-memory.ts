import { definedOf } from '@mem/core/internal';
import { tool } from 'ai';
import * as z from 'zod';
import { answer } from './answer.js';
import { propose } from './change.js';
import * as fields from './fields.js';
import type { ToolWorld } from './tool-world.js';

export function deleteMemory(world: ToolWorld) {
  return tool({
    description: `Deletes one memory and its line in the index.

Call it when the person asks you to forget something, or when a memory is wrong and nothing of it can be kept; to correct one, call update_memory.`,
    inputSchema: z.strictObject({
      name: fields.name,
      if_version: fields.version.optional(),
      reason: fields.reason.optional(),
    }),
    // A proposal is decided on by a person anyway.
    needsApproval: world.approveDelete && world.write === 'allow',
    execute: ({ name, if_version, reason }) =>
      answer(async () => {
        if (world.write === 'propose') return propose(world, { kind: 'delete', name, reason });
        const options = definedOf({
          ifVersion: if_version,
          message: reason,
          provenance: world.provenance,
        });
        const { deleted, warnings } = await world.store.delete(name, options);
        return { done: 'deleted', paths: deleted, ...fields.warningsOf(warnings) };
      }),
  });
}
