import { bodyText, rebuildIndex } from '@mem/core/internal';
import { plannedFile } from './choose-kept.js';
import type { DistillInput, KnownMemory } from './distill-input.js';
import type { IndexLinks } from './index-links.js';
import type { Finding, SourceLine } from './plan.js';
import { linkResolver, linksIn, type WrittenLink } from './resolve-links.js';
import type { Proposal, Proposed } from './rules.js';
import { bodyStart, lineAt } from './source-lines.js';

/**
 * Links of the index that lead nowhere go. A `[[link]]` of a body that leads nowhere may name what
 * somebody still wants to write, so it is only told; one that a merge would make dead leads to what
 * the entry was merged into.
 *
 * @param removed paths that a merge removes, with what they are merged into
 */
export function findDeadLinks(
  input: DistillInput,
  removed: ReadonlyMap<string, string>,
  indexed: IndexLinks,
): Proposed {
  const names = input.memories.map(({ path, parsed }) => ({ path, name: parsed.name }));
  const resolve = linkResolver([...names, ...input.otherNames]);
  const left = names.filter(({ path }) => !removed.has(path));
  const after = linkResolver([...left, ...input.otherNames]);
  const nameOf = new Map(names.map(({ path, name }) => [path as string, name]));
  const busy = new Set<string>([...removed.keys(), ...removed.values()]);
  const operations: Proposal[] = [...indexOperation(input, indexed)];
  const findings: Finding[] = [];
  /** The name of what took the target in, when the target is left without an answer. */
  const newName = (target: string) => {
    const [path, ...others] = resolve(target);
    if (path === undefined || others.length > 0 || after(target).length > 0) return undefined;
    return nameOf.get(removed.get(path) ?? '');
  };
  for (const memory of input.memories) {
    if (removed.has(memory.path)) continue;
    const links = linksIn(memory.parsed.body);
    const dead = links.filter(({ target }) => resolve(target).length === 0);
    const moved = links.filter(({ target }) => newName(target) !== undefined);
    if (moved.length > 0 && busy.has(memory.path)) dead.push(...moved);
    else if (moved.length > 0) operations.push(relink(memory, moved, newName));
    findings.push(...dead.map((link) => deadLink(memory, link)));
  }
  return { operations, findings };
}

function deadLink(memory: KnownMemory, link: WrittenLink): Finding {
  return {
    kind: 'link-dead',
    message: `No memory answers to [[${link.target}]].`,
    sources: [sourceOf(memory, link)],
    advice: 'Write that memory, correct the name, or take the link out.',
  };
}

function sourceOf(memory: KnownMemory, { start }: WrittenLink): SourceLine {
  return { path: memory.path, line: lineAt(memory.text, bodyStart(memory) + start) };
}

/** The same body with these links leading to what their entries were merged into. */
function relink(
  memory: KnownMemory,
  links: readonly WrittenLink[],
  newName: (target: string) => string | undefined,
): Proposal {
  const { body } = memory.parsed;
  const pieces: string[] = [];
  let at = 0;
  for (const { target, targetStart, targetEnd } of links) {
    pieces.push(body.slice(at, targetStart), newName(target) ?? target);
    at = targetEnd;
  }
  pieces.push(body.slice(at));
  const targets = [...new Set(links.map(({ target }) => `[[${target}]]`))].join(', ');
  return {
    kind: 'update',
    target: plannedFile(memory),
    fields: { body: bodyText(pieces.join('')) },
    reason: `${targets} ${links.length === 1 ? 'leads' : 'lead'} to an entry that is merged into another.`,
    sources: links.map((link) => sourceOf(memory, link)),
  };
}

function indexOperation(input: DistillInput, { paths }: IndexLinks): Proposal[] {
  const { index, memories, otherNames } = input;
  if (index === undefined) return [];
  const known = new Set<string>([...memories, ...otherNames].map(({ path }) => path));
  if ([...paths].every((path) => known.has(path))) return [];
  const entries = [
    ...memories.map(({ path, parsed }) => ({
      path,
      name: parsed.name,
      description: parsed.description,
    })),
    ...otherNames,
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const { dropped, added } = rebuildIndex(index, entries);
  if (dropped.length === 0) return [];
  const also = added.length === 0 ? '' : ` The ${added.length} that it does not list are added.`;
  return [
    {
      kind: 'index',
      reason: `MEMORY.md links to ${dropped.join(', ')}, which ${dropped.length === 1 ? 'is' : 'are'} not there.${also}`,
      sources: dropped.map((path) => ({ path: 'MEMORY.md', line: lineOfLink(index, path) })),
    },
  ];
}

function lineOfLink(index: string, path: string): number {
  const at = index.indexOf(path);
  return at < 0 ? 1 : lineAt(index, at);
}
