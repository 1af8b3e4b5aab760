import { stemOf } from '@mem/core';
import { foldName } from '@mem/core/internal';

interface Named {
  readonly path: string;
  readonly name: string;
}

/** A `[[target]]` or `[[target|text]]`, and where it stands in the body. */
export interface WrittenLink {
  readonly target: string;
  readonly start: number;
  /** Where the target begins and ends, without the blanks around it. */
  readonly targetStart: number;
  readonly targetEnd: number;
}

export function linksIn(body: string): WrittenLink[] {
  if (!body.includes('[[')) return [];
  const links: WrittenLink[] = [];
  for (const match of body.matchAll(/\[\[([^[\]|\r\n]{1,300})(?:\|[^[\]\r\n]{0,300})?\]\]/gu)) {
    const written = match[1] ?? '';
    const target = written.trim();
    if (target === '') continue;
    const targetStart = match.index + 2 + (written.length - written.trimStart().length);
    links.push({ target, start: match.index, targetStart, targetEnd: targetStart + target.length });
  }
  return links;
}

/**
 * Where links lead, for many at once: by path, name, stem, then folded, as the store resolves them,
 * but without a walk through all entries for each.
 *
 * @returns the paths that answer: none for a dead link, several when nobody can tell which is meant
 */
export function linkResolver(entries: readonly Named[]): (target: string) => readonly string[] {
  const paths = new Set(entries.map(({ path }) => path));
  const names = new Lookup();
  const stems = new Lookup();
  let folded: Lookup | undefined;
  for (const { path, name } of entries) {
    names.add(name, path);
    stems.add(stemOf(path), path);
    if (path.endsWith('.md')) stems.add(path.slice(0, -3), path);
  }
  return (target) => {
    if (paths.has(target)) return [target];
    const exact = names.get(target) ?? stems.get(target);
    if (exact) return exact;
    folded ??= foldedLookup(entries);
    return folded.get(foldName(target)) ?? [];
  };
}

/** Made when it is first needed: most links are exact, and folding every name takes its time. */
function foldedLookup(entries: readonly Named[]): Lookup {
  const folded = new Lookup();
  for (const { path, name } of entries) {
    folded.add(foldName(name), path);
    folded.add(foldName(stemOf(path)), path);
  }
  return folded;
}

/** Paths under a key; those of the directory itself beat those of sub-folders. */
class Lookup {
  readonly #top = new Map<string, Set<string>>();
  readonly #deeper = new Map<string, Set<string>>();

  add(key: string, path: string): void {
    const level = path.includes('/') ? this.#deeper : this.#top;
    const paths = level.get(key);
    if (paths) paths.add(path);
    else level.set(key, new Set([path]));
  }

  get(key: string): readonly string[] | undefined {
    const paths = this.#top.get(key) ?? this.#deeper.get(key);
    return paths && [...paths];
  }
}
