import { readDateReferences } from '@mem/core/internal';
import type { DistillInput, KnownMemory } from './distill-input.js';
import type { Finding } from './plan.js';
import type { Proposed } from './rules.js';
import { bodyStart, lineAt } from './source-lines.js';

/** Days that were still ahead when the memory was written, or that something lasted until. */
export function findPastDates(input: DistillInput, removed: ReadonlyMap<string, string>): Proposed {
  const findings = input.memories
    .filter(({ path }) => !removed.has(path))
    .flatMap((memory) => datesGoneBy(memory, input.now.getTime()));
  return { operations: [], findings };
}

/** Dates stand near the beginning; a file of a megabyte is no memory. */
const maxText = 100_000;
const maxFindings = 5;

function datesGoneBy(memory: KnownMemory, now: number): Finding[] {
  const { description = '', body, modified } = memory.parsed;
  const written = modified === undefined ? Number.NaN : Date.parse(modified);
  const inDescription = readDates(description);
  const inBody = readDates(body.slice(0, maxText));
  const passed = [...inDescription, ...inBody].filter(
    ({ tone, endsAt }) =>
      endsAt <= now &&
      (tone === 'end' || (Number.isNaN(written) ? tone === 'plan' : endsAt > written)),
  );
  const texts = [...new Set(passed.map(({ text }) => text))].slice(0, maxFindings);
  return texts.map((text) => ({
    kind: 'date-passed',
    message: `${text} has gone by, and ${memory.path} speaks of it as still to come.`,
    sources: [{ path: memory.path, line: lineOf(memory, text) }],
    advice: 'Say what is so now, or delete the memory if it was about that day only.',
  }));
}

function readDates(text: string) {
  return /\d{4}/.test(text) ? readDateReferences(text) : [];
}

function lineOf(memory: KnownMemory, text: string): number {
  const inBody = memory.text.indexOf(text, bodyStart(memory));
  return lineAt(memory.text, inBody >= 0 ? inBody : Math.max(0, memory.text.indexOf(text)));
}
