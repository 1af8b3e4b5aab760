import { oneOf } from '../arguments/one-of.js';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { readTranscriptFile, transcriptNotes } from '../conversation/read-transcript-file.js';
import { notSo } from '../exit-code.js';
import { storageWarnings } from '../history/recorded.js';
import { modelOptions, requireModel } from '../model/model-options.js';
import { styled } from '../terminal/page.js';
import { sentence } from '../terminal/sentence.js';
import { problemJson, warningNotes } from '../view.js';

const options = {
  conversation: {
    type: 'string',
    value: 'ID',
    description: 'whose notes (those of the id that the transcript gives)',
  },
  ...modelOptions,
} as const;

const actions = ['list', 'show', 'update'] as const;

type NotesCall = Call<typeof options>;

export const notes = defineCommand({
  usage: 'notes [list | show ID | update FILE]',
  summary: 'look at the notes of a conversation, or have a model write them',
  details:
    'FILE is a transcript in JSON, - for standard input: of Claude Code, Anthropic, the AI SDK or @mem.\nOnly the text under the headings of the notes changes, whatever the model answers.',
  options,
  positionals: [0, 2],
  completes: actions,
  examples: [
    'mem notes',
    'mem notes show 0d9cf9a4-3f0b-4c0e-9d51-0e6a3b1f2c3d',
    'mem notes update session.jsonl --model-command "claude -p"',
  ],
  async run(call) {
    const [word, target] = call.positionals;
    const action = oneOf('The first argument', word, actions) ?? 'list';
    if (action === 'list') return list(call);
    if (target === undefined) {
      const what = action === 'show' ? 'the id of a conversation' : 'a file with a transcript';
      throw new UsageError(`"mem notes ${action}" needs ${what}.`);
    }
    return action === 'show' ? show(call, target) : update(call, target);
  },
});

async function list({ read }: NotesCall): Promise<Outcome> {
  const { directory, result } = await read(async (_store, storage) => {
    const { listNotes } = await import('@mem/session');
    return listNotes(storage);
  });
  return {
    json: { directory, notes: result.map(({ id, path }) => ({ id, path })) },
    page: result.flatMap(({ id }) => [styled('bold', id), '\n']),
    notes: result.length === 0 ? ['No conversation has notes.\n'] : [],
  };
}

async function show({ read }: NotesCall, id: string): Promise<Outcome> {
  const { directory, result } = await read(async (_store, storage) => {
    const { readNotes } = await import('@mem/session');
    return readNotes(storage, id);
  });
  return {
    json: { directory, id, path: result?.path ?? null, text: result?.text ?? null },
    page: result ? [result.text.endsWith('\n') ? result.text : `${result.text}\n`] : [],
    notes: result ? [] : ['This conversation has no notes; "mem notes" lists those that have.\n'],
    exitCode: result ? 0 : notSo,
  };
}

async function update(call: NotesCall, file: string): Promise<Outcome> {
  const { options: given, world, write } = call;
  const { model, timeLimit } = requireModel(given, world);
  const transcript = await readTranscriptFile(file, world);
  const id = given.conversation ?? transcript.sessionId;
  if (id === undefined) {
    throw new UsageError('The transcript names no conversation. Give an id with --conversation.');
  }
  const { directory, result, warnings } = await write(async (_store, _git, storage) => {
    const { updateNotesFile } = await import('@mem/session');
    return updateNotesFile(storage, id, transcript.messages, model, { timeLimit });
  });
  const { path, changed, problem } = result;
  const all = [...storageWarnings(result.warnings.map(({ message }) => message)), ...warnings];
  return {
    json: {
      directory,
      id,
      path,
      changed,
      problem: problem ?? null,
      leftOut: transcript.problems,
      warnings: all.map(problemJson),
    },
    page: problem === undefined ? [changedLine(changed)] : [],
    notes: [
      ...transcriptNotes(transcript),
      ...(problem === undefined ? [] : [`${sentence(problem)} Nothing was changed.\n`]),
      ...warningNotes(all),
    ],
    exitCode: problem === undefined ? 0 : notSo,
  };
}

function changedLine(changed: readonly string[]): string {
  if (changed.length === 0) return 'The notes hold all of it already.\n';
  return `Changed: ${changed.join(', ')}.\n`;
}
