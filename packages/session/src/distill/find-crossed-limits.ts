import { bodyText, sizeProblems } from '@mem/core/internal';
import type { DistillInput, KnownMemory } from './distill-input.js';
import type { IndexLinks } from './index-links.js';
import type { Finding } from './plan.js';
import type { Proposed } from './rules.js';
import { bodyLine } from './source-lines.js';

/** What of a body recall shows. */
const maxBodyLines = 200;
const maxBodyBytes = 4096;

export function findCrossedLimits(input: DistillInput, links: IndexLinks): Proposed {
  return {
    operations: [],
    findings: [...indexFindings(input, links), ...input.memories.flatMap(longBody)],
  };
}

function indexFindings({ index, memories }: DistillInput, { isListed }: IndexLinks): Finding[] {
  if (index === undefined) return [];
  const tooLarge = sizeProblems(index).map(
    ({ message, fix = '' }): Finding => ({
      kind: 'index-size',
      message,
      sources: [{ path: 'MEMORY.md', line: 1 }],
      advice: fix,
    }),
  );
  const unlisted = memories.filter(({ path }) => !isListed(path));
  if (unlisted.length === 0) return tooLarge;
  return [
    ...tooLarge,
    {
      kind: 'index-unlisted',
      message: `MEMORY.md does not list ${named(unlisted)}.`,
      sources: unlisted.slice(0, maxNamed).map(({ path }) => ({ path, line: 1 })),
      advice: '`mem index --rebuild` adds them.',
    },
  ];
}

const maxNamed = 5;

function named(memories: readonly KnownMemory[]): string {
  const first = memories
    .slice(0, maxNamed)
    .map(({ path }) => path)
    .join(', ');
  const more = memories.length - maxNamed;
  return more > 0 ? `${first} and ${more} more` : first;
}

function longBody(memory: KnownMemory): Finding[] {
  const { body } = memory.parsed;
  if (body.length * 3 <= maxBodyBytes && body.length < maxBodyLines) return [];
  const text = bodyText(body);
  const lines = text.split('\n').length;
  const bytes = new TextEncoder().encode(text).length;
  if (lines <= maxBodyLines && bytes <= maxBodyBytes) return [];
  return [
    {
      kind: 'body-long',
      message: `${memory.path} has ${lines.toLocaleString('en-US')} lines and ${bytes.toLocaleString('en-US')} bytes; only ${maxBodyLines} lines and ${maxBodyBytes.toLocaleString('en-US')} bytes of a memory are recalled.`,
      sources: [bodyLine(memory)],
      advice: 'Split it into several memories, or say it shorter.',
    },
  ];
}
