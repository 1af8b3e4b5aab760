import { MemoryError } from '@mem/core';
import { definedOf } from '@mem/core/internal';
import { tool } from 'ai';
import * as z from 'zod';
import { answer } from './answer.js';
import { changeAnswer, propose } from './change.js';
import * as fields from './fields.js';
import type { ToolWorld } from './tool-world.js';

export function updateMemory(world: ToolWorld) {
  return tool({
    description: `Corrects a memory that is there: only the given fields change, every other byte of its file stays. Never makes a new memory.

Call it as soon as a memory turns out to be wrong or out of date, or when you learn more about the same subject. Read the memory first, and give its version as if_version.`,
    inputSchema: z.strictObject({
      name: fields.name,
      description: fields.description.optional(),
      type: fields.type.optional(),
      body: fields.body.optional().describe('The whole new body'),
      if_version: fields.version.optional(),
      reason: fields.reason.optional(),
    }),
    execute: ({ name, if_version, reason, ...given }) =>
      answer(async () => {
        const changed = definedOf(given);
        if (Object.keys(changed).length === 0) {
          throw new MemoryError(
            'INVALID_ENTRY',
            'Nothing to change: give a description, type or body.',
          );
        }
        if (world.write === 'propose') {
          return propose(world, { kind: 'update', name, fields: changed, reason });
        }
        const options = definedOf({
          ifVersion: if_version,
          message: reason,
          provenance: world.provenance,
        });
        return changeAnswer(await world.store.update(name, changed, options));
      }),
  });
}
