import {
  type EntryFields,
  isMemoryError,
  MemoryError,
  type MemoryStore,
  type Provenance,
  type SaveResult,
} from '@mem/core';
import * as z from 'zod';
import { maxBodyChars, maxNameChars } from '../answer/limits.js';
import { changeAnswer, changeOutput } from './change-answer.js';
import * as fields from './fields.js';
import { givenFields } from './given-fields.js';
import { besideHidden } from './hidden.js';
import { permissionToWrite } from './permission.js';
import { proposeChange, refusedToPropose, requireVersion } from './propose.js';
import type { QuestionPart } from './question.js';
import { changing, defineTool } from './tool.js';

const input = {
  name: fields.name,
  description: fields.description.optional(),
  type: fields.type.optional(),
  body: fields.body.optional().describe('The whole new body; or change a part with old_text'),
  old_text: z
    .string()
    .min(1)
    .max(maxBodyChars)
    .optional()
    .describe('A part of the body, letter by letter, that stands there exactly once'),
  new_text: z.string().max(maxBodyChars).optional().describe('What to put in its place'),
  new_name: z
    .string()
    .min(1)
    .max(maxNameChars)
    .optional()
    .describe('Another name, and with it another file name; in a call of its own'),
  if_version: fields.version.optional(),
};
type Input = z.infer<z.ZodObject<typeof input>>;

export const updateMemory = defineTool({
  name: 'update_memory',
  title: 'Change a memory',
  description: `Corrects a memory that is there: only the given fields change, every other byte of its file stays. Never makes a new memory.

Call it as soon as a memory turns out to be wrong or out of date, when you learn more about the same subject, or to give a memory another name.
Give body for a new text, or old_text and new_text to change one place of it. Read the memory first.`,
  effects: changing,
  input,
  output: changeOutput,
  async run(input, call) {
    requireOneChange(input);
    const { name, body, description } = input;
    const isWhole = description !== undefined && body !== undefined;
    const may = await permissionToWrite(
      call,
      `Change the memory "${name}"`,
      partsOf(input),
      isWhole,
    );
    if (may.kind === 'ask') return may.result;
    const { store, hides } = call.place;
    // One that is left out is not there, and whoever reads it here says so.
    if (hides) await store.get(input.name);
    const update = () => change(store, input, may.provenance);
    return changeAnswer(call, await besideHidden(call, input.new_name ?? input.name, update));
  },
  async propose(input, call) {
    requireOneChange(input);
    const { name, new_name, if_version } = input;
    if (new_name !== undefined) throw refusedToPropose('Another name');
    await requireVersion(call, name, if_version);
    const fields = await changedFields(call.place.store, input);
    return await proposeChange(call, { kind: 'update', name, fields });
  },
});

function partsOf(input: Input): readonly QuestionPart[] {
  return [
    { label: 'New name', text: input.new_name },
    { label: 'Type', text: input.type },
    { label: 'Description', text: input.description },
    { label: 'In place of', text: input.old_text },
    { label: 'New text', text: input.new_text },
    { label: 'The whole text', text: input.body },
  ];
}

function requireOneChange(input: Input): void {
  const { description, type, body, old_text, new_text, new_name } = input;
  const fault = (message: string) => new MemoryError('INVALID_ENTRY', message);
  const others = [description, type, body, old_text, new_text].filter(
    (value) => value !== undefined,
  );
  if (others.length === 0 && new_name === undefined) {
    throw fault('Nothing to change: give a description, type, body, old_text or new_name.');
  }
  if (others.length > 0 && new_name !== undefined) {
    throw fault('new_name goes in a call of its own; nothing was changed.');
  }
  if ((old_text === undefined) !== (new_text === undefined)) {
    throw fault('old_text and new_text belong together; nothing was changed.');
  }
  if (old_text !== undefined && body !== undefined) {
    throw fault('Give either body or old_text, not both; nothing was changed.');
  }
}

async function changedFields(store: MemoryStore, input: Input): Promise<EntryFields> {
  const { name, description, type, body, old_text, new_text } = input;
  if (old_text === undefined || new_text === undefined) {
    return givenFields({ description, type, body });
  }
  const entry = await store.get(name);
  return givenFields({ description, type, body: replaceOnce(entry.body, old_text, new_text) });
}

/** More writers at one memory than this are told that it is busy. */
const maxAttempts = 50;

async function change(
  store: MemoryStore,
  input: Input,
  provenance: Provenance,
): Promise<SaveResult> {
  const { name, description, type, body, old_text, new_text, new_name, if_version } = input;
  const options = { provenance, ...(if_version !== undefined && { ifVersion: if_version }) };
  if (new_name !== undefined) return await store.rename(name, new_name, options);
  if (old_text === undefined || new_text === undefined) {
    return await store.update(name, givenFields({ description, type, body }), options);
  }
  for (let attempt = 1; ; attempt++) {
    const entry = await store.get(name);
    const body = replaceOnce(entry.body, old_text, new_text);
    const ifVersion = if_version ?? entry.version;
    try {
      const fields = givenFields({ description, type, body });
      return await store.update(entry.path, fields, { ...options, ifVersion });
    } catch (error) {
      // Who gave no version means the text as it is: another change elsewhere in it stands.
      const isConflict = isMemoryError(error) && error.code === 'CONFLICT';
      if (!isConflict || if_version !== undefined || attempt === maxAttempts) throw error;
    }
  }
}

/** @throws MemoryError INVALID_ENTRY when the text does not stand there exactly once */
export function replaceOnce(body: string, oldText: string, newText: string): string {
  const at = body.indexOf(oldText);
  if (at < 0) {
    throw new MemoryError(
      'INVALID_ENTRY',
      'old_text does not stand in the body; nothing was changed. Read the memory and copy the part letter by letter.',
    );
  }
  if (body.indexOf(oldText, at + 1) >= 0) {
    throw new MemoryError(
      'INVALID_ENTRY',
      'old_text stands in the body more than once; nothing was changed. Take more of the text around it.',
    );
  }
  return body.slice(0, at) + newText + body.slice(at + oldText.length);
}
