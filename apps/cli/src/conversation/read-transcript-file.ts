import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readTranscript, type Transcript } from '@mem/session';
import { UsageError } from '../arguments/usage-error.js';
import type { World } from '../world.js';

const largest = 256 * 1024 * 1024;

/** A conversation from a file, or from standard input with `-`. */
export async function readTranscriptFile(file: string, world: World): Promise<Transcript> {
  const bytes = file === '-' ? await world.readInput() : readBytes(file, world);
  const transcript = readTranscript(new TextDecoder().decode(bytes));
  if (transcript.messages.length > 0) return transcript;
  throw new UsageError(
    `${file === '-' ? 'Standard input' : file} holds no conversation: JSON with messages of Claude Code, Anthropic, the AI SDK or @mem.`,
  );
}

function readBytes(file: string, world: World): Uint8Array {
  const path = resolve(world.workingDirectory, file);
  try {
    if (statSync(path).size > largest) throw new UsageError(`${file} is too large.`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code ?? 'unknown'})`;
    throw new UsageError(`${file} ${why}. Give a file with a conversation in JSON.`);
  }
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
