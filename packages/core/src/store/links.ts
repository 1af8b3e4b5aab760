import type { MemoryLink } from '../entry.js';
import { findEntry } from '../find-entry.js';
import type { DirectorySnapshot } from './directory-view.js';

/** Wiki links in a body, `[[target]]` and `[[target|text]]`, each target once, in order. */
export function linkTargetsOf(body: string): string[] {
  const targets = new Set<string>();
  for (const match of body.matchAll(/\[\[([^[\]|\r\n]{1,300})(?:\|[^[\]\r\n]{0,300})?\]\]/gu)) {
    const target = match[1]?.trim();
    if (target) targets.add(target);
  }
  return [...targets];
}

export function linksOf(body: string, snapshot: DirectorySnapshot): MemoryLink[] {
  return linkTargetsOf(body).map((target) => ({ target, path: linkedPath(target, snapshot) }));
}

/** By name, then stem, then folded when only one entry answers. */
export function linkedPath(target: string, snapshot: DirectorySnapshot): string | null {
  const found = findEntry(target, snapshot.entries);
  if (found.kind === 'found') return found.path;
  if (found.kind === 'near' && found.paths.length === 1) return found.paths[0] ?? null;
  return null;
}
