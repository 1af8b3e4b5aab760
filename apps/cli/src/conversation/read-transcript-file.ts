import { readTranscript, type Transcript } from '@mem/session';
import { UsageError } from '../arguments/usage-error.js';
import type { World } from '../world.js';
import { readGivenFile } from './read-given-file.js';

/** A conversation from a file, or from standard input with `-`. */
export async function readTranscriptFile(file: string, world: World): Promise<Transcript> {
  const bytes = await readGivenFile(file, world, 'a conversation in JSON');
  const transcript = readTranscript(new TextDecoder().decode(bytes));
  if (transcript.messages.length > 0) return transcript;
  throw new UsageError(
    `${file === '-' ? 'Standard input' : file} holds no conversation: JSON with messages of Claude Code, Anthropic, the AI SDK or @mem.`,
  );
}

/** The part of a conversation that a model sees: what an agent compacted away before is not. */
export function visibleMessages({ messages, viewStart }: Transcript) {
  return messages.slice(viewStart);
}

export function transcriptNotes({ problems }: Transcript): string[] {
  const [first, ...others] = problems;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more like it`;
  return [`Line ${first.line} was left out: ${first.message}${more}\n`];
}
