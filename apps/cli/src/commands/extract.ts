import type { ExtractResult } from '@mem/session';
import { defineCommand } from '../command.js';
import {
  readTranscriptFile,
  transcriptNotes,
  visibleMessages,
} from '../conversation/read-transcript-file.js';
import { notSo } from '../exit-code.js';
import { modelOptions, requireModel } from '../model/model-options.js';
import { pendingJson, pendingLines } from '../pending/pending-view.js';
import { sentence } from '../terminal/sentence.js';
import { oneLine } from '../terminal/visible.js';
import { problemJson, warningNotes } from '../view.js';

export const extract = defineCommand({
  usage: 'extract FILE',
  summary: 'have a model propose memories from a conversation',
  details:
    'FILE is a transcript in JSON, - for standard input: of Claude Code, Anthropic, the AI SDK or @mem.\nWhat is proposed waits until you accept it: "mem pending" lists it. No list, search, recall or prompt\nshows it before.',
  options: modelOptions,
  positionals: [1, 1],
  completes: 'file',
  examples: ['mem extract session.jsonl --model-command "claude -p"'],
  async run(call) {
    const { options, world, write } = call;
    const [file = ''] = call.positionals;
    const { model, timeLimit } = requireModel(options, world);
    const transcript = await readTranscriptFile(file, world);
    const guard = await call.guard();
    const { directory, result, warnings } = await write(async (store) => {
      const { extractMemories } = await import('@mem/session');
      const session = transcript.sessionId;
      return extractMemories(store, visibleMessages(transcript), model, {
        timeLimit,
        guard,
        provenance: { client: 'mem', ...(session !== undefined && { session }) },
      });
    });
    const { proposed, rejected, notice } = result;
    return {
      json: {
        directory,
        proposed: proposed.map(pendingJson),
        rejected: rejected.map(({ what, why }) => ({ what, why })),
        problem: notice ?? null,
        leftOut: transcript.problems,
        warnings: warnings.map(problemJson),
      },
      page: proposed.flatMap(pendingLines),
      notes: [
        ...transcriptNotes(transcript),
        ...summaryNotes(result),
        ...rejected.map(({ what, why }) => `Left out: ${oneLine(what)}: ${oneLine(why)}\n`),
        ...warningNotes(warnings),
      ],
      exitCode: notice === undefined ? 0 : notSo,
    };
  },
});

function summaryNotes({ proposed, notice }: ExtractResult): string[] {
  if (notice !== undefined) return [`${sentence(oneLine(notice))} Nothing was proposed.\n`];
  if (proposed.length === 0) return ['There is nothing new in it.\n'];
  return ['"mem pending accept ID" takes one in, "mem pending show ID" shows it.\n'];
}
