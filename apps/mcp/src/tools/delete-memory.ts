import { type DeleteResult, MemoryError, type Problem } from '@mem/core';
import { visibleLine } from '@mem/core/internal';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Answer } from '../answer/answer.js';
import { shorten } from '../answer/cut-text.js';
import { afterChange, warningLines, warningsOf } from './change-answer.js';
import { askPerson } from './confirmation.js';
import * as fields from './fields.js';
import { cannotAsk, declined } from './permission.js';
import { proposeChange, refusedToPropose, requireVersion } from './propose.js';
import { questionText } from './question.js';
import { changing, defineTool, type ToolCall } from './tool.js';

const output = z.object({
  directory: fields.directory,
  deleted: z.array(z.string()),
  changed: z.array(z.string()),
  index: fields.indexSize,
  warnings: z.array(fields.warning),
});

export const deleteMemory = defineTool({
  name: 'delete_memory',
  title: 'Delete a memory',
  description: `Deletes one memory and its line in the index.

Call it when the person asks you to forget something, or when a memory is wrong and nothing of it can be kept; to correct one, call update_memory.
The person is asked first where your client can ask. Elsewhere give confirm: true, and only when the person has asked for it.
A copy is kept for 30 days (\`mem undo\` brings it back); with purge no copy is left. A history that git keeps still holds it.`,
  effects: changing,
  input: {
    name: fields.name,
    confirm: z
      .boolean()
      .optional()
      .describe('True: the person wants this memory deleted. Needed where they cannot be asked'),
    purge: z.boolean().optional().describe('Keep no copy, and destroy those of earlier versions'),
    if_version: fields.version.optional(),
  },
  output,
  async run({ name, confirm, purge, if_version }, call) {
    const entry = await call.place.store.get(name);
    const doomed = { ...entry, version: if_version ?? entry.version };
    const agreed = await agreement(call, doomed, confirm === true, purge === true);
    if (typeof agreed !== 'string') return agreed;
    const result = await call.place.store.delete(entry.path, {
      ifVersion: agreed,
      ...(purge !== undefined && { purge }),
    });
    const stays = purge === true && call.place.history !== undefined;
    return deleteAnswer(call, result, stays ? [leftInHistory(entry.path)] : []);
  },
  async propose({ name, purge, if_version }, call) {
    if (purge) throw refusedToPropose('Deleting for good');
    await requireVersion(call, name, if_version);
    return await proposeChange(call, { kind: 'delete', name });
  },
});

interface Doomed {
  readonly name: string;
  readonly path: string;
  readonly version: string;
  readonly description?: string | undefined;
}

/** The version that was agreed on: what is deleted is what the person was asked about. */
async function agreement(
  call: ToolCall,
  { name, path, version, description }: Doomed,
  confirmed: boolean,
  purge: boolean,
): Promise<string | InputRequiredResult> {
  if (call.canAsk) {
    const forever = purge
      ? ` No copy will be kept.${call.place.history ? ` ${historyHolds}` : ''}`
      : '';
    const question = `Delete the memory "${shorten(name, 200)}" (${path}) from ${call.place.label}?${forever}`;
    const answer = await askPerson(call, {
      message: questionText(question, [{ label: 'Description', text: description }], 500),
      yes: 'Yes, delete it',
      note: version,
    });
    if (answer.kind === 'ask') return answer.result;
    if (answer.kind === 'accepted') return answer.note;
    throw declined();
  }
  if (call.world.write === 'ask') throw cannotAsk();
  if (confirmed) return version;
  throw new MemoryError(
    'REFUSED',
    `Nothing was deleted: "${visibleLine(shorten(name, 200))}" (${path}) is deleted only when the person wants it. If they do, call delete_memory again with confirm: true.`,
  );
}

const historyHolds = 'The history that git keeps still holds every version of it.';

/** Nothing rewrites a history by itself: others may have it, and go on from it. */
function leftInHistory(path: string): Problem {
  return {
    kind: 'storage-warning',
    path,
    message: historyHolds,
    fix: 'Where it must go from there too, tell the person: docs/purge-a-secret.md of @mem has the steps.',
  };
}

function deleteAnswer(
  call: ToolCall,
  { deleted, changed, index, warnings }: DeleteResult,
  more: readonly Problem[],
): Answer<typeof output> {
  const all = afterChange(call, [...deleted, ...changed], [...more, ...warnings]);
  return {
    data: {
      deleted: [...deleted],
      changed: changed.slice(0, 20),
      index: { lines: index.lines, bytes: index.bytes },
      warnings: warningsOf(all),
    },
    text: [visibleLine(`Deleted: ${deleted.join(', ')}.`), ...warningLines(all)].join('\n'),
  };
}
