import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type CompactResult,
  type Message,
  type TranscriptFormat,
  toAiSdk,
  toAnthropic,
} from '@mem/session';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand } from '../command.js';
import {
  readTranscriptFile,
  transcriptNotes,
  visibleMessages,
} from '../conversation/read-transcript-file.js';
import { notSo } from '../exit-code.js';
import { count } from '../view.js';

const options = {
  conversation: {
    type: 'string',
    value: 'ID',
    description: 'whose notes stand for the head (those of the id that the transcript gives)',
  },
  notes: {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    description: 'notes from this file, and no memory directory',
  },
} as const;

type CompactCall = Call<typeof options>;

export const compact = defineCommand({
  usage: 'compact FILE [--conversation ID | --notes FILE]',
  summary: 'replace the head of a conversation by its notes, without a model',
  details:
    'FILE is a transcript in JSON, - for standard input: of Claude Code, Anthropic, the AI SDK or @mem. The\nlatest messages stay: at least 10,000 tokens and 5 messages with text, at most 40,000; no call is\nparted from its result. --json prints the messages in the shape they came in (Claude Code’s as\nAnthropic’s). Without notes the exit code is 1, and the messages are as they were.',
  options,
  positionals: [1, 1],
  completes: 'file',
  examples: [
    'mem compact session.jsonl',
    'mem compact messages.json --notes notes.md --json | jq .messages',
  ],
  async run(call) {
    const [file = ''] = call.positionals;
    if (call.options.notes !== undefined && call.options.conversation !== undefined) {
      throw new UsageError('--notes and --conversation exclude each other.');
    }
    const transcript = await readTranscriptFile(file, call.world);
    const messages = visibleMessages(transcript);
    const found = await findNotes(call, transcript.sessionId);
    const session = await import('@mem/session');
    const result = session.compact(messages, found.notes);
    const { format } = transcript;
    return {
      json: {
        directory: found.directory,
        format,
        outcome: result.outcome,
        reason: result.outcome === 'compacted' ? null : result.reason,
        ...sizes(result, session.countMessages(messages)),
        ...inFormat(result.messages, format),
        leftOut: transcript.problems,
      },
      page: pageOf(result, messages.length),
      notes: [
        ...transcriptNotes(transcript),
        ...(result.outcome === 'compacted' ? [] : [`${result.reason}\n`]),
      ],
      exitCode: result.outcome === 'no-notes' || result.outcome === 'blank-notes' ? notSo : 0,
    };
  },
});

interface FoundNotes {
  readonly directory: string | null;
  readonly notes: string | undefined;
}

async function findNotes(call: CompactCall, sessionId: string | undefined): Promise<FoundNotes> {
  const { options: given, world, read } = call;
  if (given.notes !== undefined) {
    return { directory: null, notes: readNotesFile(resolve(world.workingDirectory, given.notes)) };
  }
  const id = given.conversation ?? sessionId;
  if (id === undefined) {
    throw new UsageError(
      'The transcript names no conversation. Give the notes: --conversation ID or --notes FILE.',
    );
  }
  const { directory, result } = await read(async (_store, storage) => {
    const { readNotes } = await import('@mem/session');
    return readNotes(storage, id);
  });
  return { directory, notes: result?.text };
}

function readNotesFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code ?? 'unknown'})`;
    throw new UsageError(`${path} ${why}. Give --notes a text file.`);
  }
}

function sizes(result: CompactResult, before: number) {
  if (result.outcome !== 'compacted') {
    return { summarised: 0, kept: result.messages.length, tokens: { before, after: before } };
  }
  const { summarised, kept, tokens } = result;
  return { summarised, kept, tokens };
}

function inFormat(messages: readonly Message[], format: TranscriptFormat) {
  if (format === 'mem') return { messages };
  if (format === 'ai-sdk') return { messages: toAiSdk(messages) };
  return toAnthropic(messages);
}

function pageOf(result: CompactResult, before: number): string[] {
  if (result.outcome !== 'compacted') return [];
  const { kept, summarised, tokens } = result;
  return [
    `Of ${count(before, 'message', 'messages')} the latest ${kept} stay, and notes stand for ${summarised}.\n`,
    `About ${round(tokens.before)} tokens become ${round(tokens.after)}; --json prints the messages.\n`,
  ];
}

function round(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${Math.round(tokens / 1_000)},000`;
}
