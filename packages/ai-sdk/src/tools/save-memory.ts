import { definedOf, teach } from '@mem/core/internal';
import { tool } from 'ai';
import * as z from 'zod';
import { answer } from './answer.js';
import { changeAnswer, propose } from './change.js';
import * as fields from './fields.js';
import type { ToolWorld } from './tool-world.js';

export function saveMemory(world: ToolWorld) {
  return tool({
    description: teach(
      'Keeps one fact for later conversations. Where a memory of that name exists, the given fields of it are changed; a new one needs a description and a type.',
      'When to save',
      'The four types',
      'What never to store',
      'Before you save',
    ),
    inputSchema: z.strictObject({
      name: fields.newName,
      description: fields.description.optional(),
      type: fields.type.optional(),
      body: fields.body.optional(),
      create: z
        .boolean()
        .optional()
        .describe('Make a new memory although one with a nearly equal name exists'),
      reason: fields.reason.optional(),
    }),
    execute: ({ name, create, reason, ...given }) =>
      answer(async () => {
        const changed = definedOf(given);
        if (world.write === 'propose') {
          return propose(world, { kind: 'save', name, fields: changed, reason });
        }
        const options = definedOf({ create, message: reason, provenance: world.provenance });
        return changeAnswer(await world.store.save({ name, ...changed }, options));
      }),
  });
}
