import * as z from 'zod';
import { maxNameChars } from '../answer/limits.js';
import { changeAnswer, changeOutput } from './change-answer.js';
import * as fields from './fields.js';
import { givenFields } from './given-fields.js';
import { besideHidden } from './hidden.js';
import { permissionToWrite } from './permission.js';
import { proposeChange, refusedToPropose, requireVersion } from './propose.js';
import { teach } from './teaching.js';
import { changing, defineTool } from './tool.js';

export const saveMemory = defineTool({
  name: 'save_memory',
  title: 'Save a memory',
  description: teach(
    'Keeps one fact for later conversations. Where a memory of that name exists, the given fields of it are changed.',
    'When to save',
    'The four types',
    'What never to store',
    'Before you save',
  ),
  effects: changing,
  input: {
    name: z
      .string()
      .min(1)
      .max(maxNameChars)
      .describe('Short and telling; also the name of the file, so that it can be found again'),
    description: fields.description.optional(),
    type: fields.type.optional(),
    body: fields.body.optional(),
    create: z
      .boolean()
      .optional()
      .describe('Make a new memory although one with a nearly equal name exists'),
    if_version: fields.version.optional(),
  },
  output: changeOutput,
  async run({ name, description, type, body, create, if_version }, call) {
    const isWhole = description !== undefined && body !== undefined;
    const parts = [
      { label: 'Type', text: type },
      { label: 'Description', text: description },
      { label: 'Text', text: body },
    ];
    const may = await permissionToWrite(call, `Save the memory "${name}"`, parts, isWhole);
    if (may.kind === 'ask') return may.result;
    const input = { name, ...givenFields({ description, type, body }) };
    const options = {
      provenance: may.provenance,
      ...(create !== undefined && { create }),
      ...(if_version !== undefined && { ifVersion: if_version }),
    };
    const save = () => call.place.store.save(input, options);
    return changeAnswer(call, await besideHidden(call, name, save));
  },
  async propose({ name, description, type, body, create, if_version }, call) {
    if (create) throw refusedToPropose('A second memory of a nearly equal name');
    await requireVersion(call, name, if_version);
    const given = givenFields({ description, type, body });
    return await proposeChange(call, { kind: 'save', name, fields: given });
  },
});
