import { headerIsCovered, keptFirst, pathsText } from './choose-kept.js';
import type { DistillInput, KnownMemory } from './distill-input.js';
import type { IndexLinks } from './index-links.js';
import { mergeOf } from './merge-same-bodies.js';
import { holdsLines, normalisedBody } from './normalised-body.js';
import type { Finding } from './plan.js';
import type { Proposal, Proposed } from './rules.js';
import { headerLine } from './source-lines.js';

/**
 * Entries of one name. Where one holds all lines of another, the other goes into it; else each
 * says something of its own, and somebody has to decide.
 *
 * @param removed paths that another operation removes already
 */
export function findSameNames(
  input: DistillInput,
  removed: ReadonlyMap<string, string>,
  links: IndexLinks,
): Proposed {
  const used = new Set([...removed.keys(), ...removed.values()]);
  const operations: Proposal[] = [];
  const findings: Finding[] = [];
  const left = input.memories.filter(({ path }) => !removed.has(path));
  for (const group of sameNames(left)) {
    const free = group.filter(({ path }) => !used.has(path));
    const fullest = free.toSorted((a, b) => b.parsed.body.length - a.parsed.body.length);
    const kept = fullest[0];
    const covered =
      kept === undefined ? [] : fullest.slice(1).filter((other) => covers(kept, other));
    if (kept && covered.length > 0) {
      operations.push(mergeOf(kept, covered, 'it has the same name, and all of its lines'));
    }
    const rest = group.filter((memory) => !covered.includes(memory));
    if (rest.length > 1) findings.push(nameTwice(keptFirst(rest, links)));
  }
  return { operations, findings };
}

/** A top-level entry beats deeper ones of its name, so only those on one level are in doubt. */
function sameNames(memories: readonly KnownMemory[]): KnownMemory[][] {
  const groups = new Map<string, KnownMemory[]>();
  for (const memory of memories) {
    const name = memory.parsed.nameInHeader?.normalize('NFC');
    if (!name) continue;
    const key = `${memory.path.includes('/') ? 'deeper' : 'top'} ${name}`;
    const group = groups.get(key);
    if (group) group.push(memory);
    else groups.set(key, [memory]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** A description that would be lost counts as something of its own. */
function covers(kept: KnownMemory, other: KnownMemory): boolean {
  const { description } = other.parsed;
  const sameDescription =
    description === undefined ||
    kept.parsed.description === undefined ||
    description.trim() === kept.parsed.description.trim();
  return (
    sameDescription &&
    headerIsCovered(kept, other) &&
    holdsLines(normalisedBody(kept.parsed.body), normalisedBody(other.parsed.body))
  );
}

function nameTwice(group: readonly KnownMemory[]): Finding {
  const name = group[0]?.parsed.name ?? '';
  return {
    kind: 'name-twice',
    message: `${pathsText(group)} are all named ${JSON.stringify(name)} and say different things.`,
    sources: group.map((memory) => headerLine(memory, 'name')),
    advice: 'Merge them by hand, or rename all but one, so that the name says which is meant.',
  };
}
