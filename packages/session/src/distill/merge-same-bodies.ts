import type { EntryFields, MemoryType } from '@mem/core';
import { isMemoryType } from '@mem/core';
import { headerIsCovered, keptFirst, pathsText, plannedFile } from './choose-kept.js';
import type { DistillInput, KnownMemory } from './distill-input.js';
import type { IndexLinks } from './index-links.js';
import { normalisedBody } from './normalised-body.js';
import type { Finding } from './plan.js';
import type { Proposal, Proposed } from './rules.js';
import { bodyLine } from './source-lines.js';

/** Entries that say the same become one; what links to the others will lead to it. */
export function mergeSameBodies(input: DistillInput, links: IndexLinks): Proposed {
  const operations: Proposal[] = [];
  const findings: Finding[] = [];
  for (const group of sameBodies(input.memories)) {
    const [kept, others] = keptOf(keptFirst(group, links));
    const same = others.filter((other) => headerIsCovered(kept, other));
    const different = others.filter((other) => !same.includes(other));
    if (same.length > 0) operations.push(mergeOf(kept, same, 'their bodies are equal'));
    if (different.length > 0) findings.push(bodyTwice([kept, ...different]));
  }
  return { operations, findings };
}

/** So many are tried as the one that says in its header what the others do. */
const maxTried = 10;

/** The first that loses nothing of the others' headers, else the first. */
function keptOf(
  ordered: readonly [KnownMemory, ...KnownMemory[]],
): readonly [KnownMemory, readonly KnownMemory[]] {
  const covering = ordered
    .slice(0, maxTried)
    .find((kept) => ordered.every((other) => headerIsCovered(kept, other)));
  const kept = covering ?? ordered[0];
  return [kept, ordered.filter((other) => other !== kept)];
}

function sameBodies(memories: readonly KnownMemory[]): KnownMemory[][] {
  const groups = new Map<string, KnownMemory[]>();
  for (const memory of memories) {
    const body = normalisedBody(memory.parsed.body);
    if (body === '') continue;
    const group = groups.get(body);
    if (group) group.push(memory);
    else groups.set(body, [memory]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

export function mergeOf(kept: KnownMemory, others: readonly KnownMemory[], why: string): Proposal {
  return {
    kind: 'merge',
    into: plannedFile(kept),
    from: others.map(plannedFile),
    fields: missingFields(kept, others),
    reason: `${pathsText(others)} ${others.length === 1 ? 'says' : 'say'} nothing that ${kept.path} does not: ${why}.`,
    sources: [kept, ...others].map(bodyLine),
  };
}

/** What the kept entry's header lacks and another one has. */
function missingFields(kept: KnownMemory, others: readonly KnownMemory[]): EntryFields {
  const description =
    kept.parsed.description ?? firstOf(others, ({ parsed }) => parsed.description);
  const type = kept.parsed.type ?? firstOf(others, ({ parsed }) => parsed.type);
  return {
    ...(description === kept.parsed.description || description === undefined
      ? {}
      : { description }),
    ...(type === kept.parsed.type || !isMemoryType(type ?? '') ? {} : { type: type as MemoryType }),
  };
}

function firstOf(
  memories: readonly KnownMemory[],
  of: (memory: KnownMemory) => string | undefined,
): string | undefined {
  return memories.map(of).find((value) => value !== undefined);
}

function bodyTwice(group: readonly KnownMemory[]): Finding {
  return {
    kind: 'body-twice',
    message: `${pathsText(group)} have the same body, but their headers say different things.`,
    sources: group.map(bodyLine),
    advice: 'Keep the one whose header is right and delete the others.',
  };
}
