import type { MemoryStore } from '@mem/core';
import { ignoreOption } from '../arguments/ignore-option.js';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { notSo } from '../exit-code.js';
import { styled } from '../terminal/page.js';
import { count, problemJson, problemLines } from '../view.js';
import { indexJson } from './index.js';

const options = {
  changed: {
    type: 'boolean',
    description: 'say instead what others changed; exit 1 when they did',
  },
  accept: { type: 'boolean', description: 'with --changed: take all of it for known from now on' },
  ...ignoreOption,
} as const;

export const check = defineCommand({
  usage: 'check [--changed [--accept]]',
  summary: 'look for problems in the memory directory; exit 1 when there are any',
  details:
    'Changes nothing. Kinds of problems are explained in docs/cli.md. With --changed: which memories\nanother program or a person made, changed or removed since that was last accepted.',
  options,
  positionals: [0, 0],
  examples: ['mem check', 'mem check --json', 'mem check --changed'],
  async run(call) {
    if (call.options.changed) return changedByOthers(call);
    if (call.options.accept) throw new UsageError('--accept goes with --changed.');
    const { read } = call;
    const { directory, result } = await read((store) => store.check());
    const { problems } = result;
    return {
      json: { directory, problems: problems.map(problemJson), index: indexJson(result) },
      page: problemLines(problems),
      notes: [
        problems.length === 0
          ? 'No problems.\n'
          : `${count(problems.length, 'problem', 'problems')}.\n`,
      ],
      exitCode: problems.length === 0 ? 0 : notSo,
    };
  },
});

type CheckCall = Call<typeof options>;

async function changedByOthers({ options: given, read, write }: CheckCall): Promise<Outcome> {
  const { accept = false, ignore } = given;
  if (ignore !== undefined) throw new UsageError('--changed and --ignore exclude each other.');
  const work = (store: MemoryStore) => store.changedOutside({ accept });
  const { directory, result } = await (accept ? write(work) : read(work));
  const { changes, acceptedAt = null } = result;
  return {
    json: { directory, changes, acceptedAt },
    page: changes.flatMap(({ kind, path }) => [`${kind.padEnd(7)}  `, styled('bold', path), '\n']),
    notes: [changesNote(changes.length, accept)],
    exitCode: changes.length === 0 || accept ? 0 : notSo,
  };
}

function changesNote(changes: number, accepted: boolean): string {
  if (changes === 0) return 'Nothing was changed by others.\n';
  const files = count(changes, 'file', 'files');
  return accepted
    ? `${files} changed by others; known from now on.\n`
    : `${files} changed by others. Read them, then "mem check --changed --accept".\n`;
}
