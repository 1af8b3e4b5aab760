import { foldName } from './fold.js';
import type { StoragePath } from './storage.js';
import { stemOf } from './storage-path.js';

/** What a name can stand for. */
export interface NamedEntry {
  readonly path: string;
  readonly name: string;
}

/**
 * - `found`: this entry and no other
 * - `ambiguous`: several answer equally well
 * - `near`: none answers exactly; these do when case, `-`, `_`, blanks and Unicode form are ignored.
 *   A caller never acts on them: it names them and asks.
 * - `none`: none answers; `nearestNames` finds similar ones
 */
export type FoundEntry<Path extends string = StoragePath> =
  | { readonly kind: 'found'; readonly path: Path }
  | { readonly kind: 'ambiguous'; readonly paths: readonly Path[] }
  | { readonly kind: 'near'; readonly paths: readonly Path[]; readonly names: readonly string[] }
  | { readonly kind: 'none' };

/**
 * The entry a person means: by exact path, else exact name, else exact file stem (or path without
 * `.md`), where entries of the directory itself beat those of sub-folders; else near ones. An empty
 * target means nothing, not even an entry whose name was blanked.
 */
export function findEntry<Entry extends NamedEntry>(
  target: string,
  entries: readonly Entry[],
): FoundEntry<Entry['path']> {
  if (target.trim() === '') return { kind: 'none' };
  const [paths, names, stems]: [Entry[], Entry[], Entry[]] = [[], [], []];
  const isStem = stemTest(target);
  // One pass that makes no text: every save looks through all memories.
  for (const entry of entries) {
    if (entry.path === target) paths.push(entry);
    if (entry.name === target) names.push(entry);
    if (isStem(entry.path)) stems.push(entry);
  }
  const exact = answer(paths) ?? answer(names) ?? answer(stems);
  if (exact) return exact;
  const folded = foldName(target);
  const near = entries.filter((entry) => foldedNames(entry).includes(folded));
  if (near.length > 0) {
    const nearest = topLevelFirst(near);
    return { kind: 'near', paths: pathsOf(nearest), names: nearest.map((entry) => entry.name) };
  }
  return { kind: 'none' };
}

function answer<Entry extends NamedEntry>(
  matches: readonly Entry[],
): FoundEntry<Entry['path']> | undefined {
  const best = topLevelFirst(matches);
  if (best.length === 0) return undefined;
  if (best.length === 1) return { kind: 'found', path: best[0]!.path };
  return { kind: 'ambiguous', paths: pathsOf(best) };
}

/** Of entries as long as somebody has them: a store asks for each of its entries at every save. */
const folds = new WeakMap<NamedEntry, readonly string[]>();

function foldedNames(entry: NamedEntry): readonly string[] {
  let folded = folds.get(entry);
  if (folded === undefined) {
    const [name, stem] = [foldName(entry.name), foldName(stemOf(entry.path))];
    folded = name === stem ? [name] : [name, stem];
    folds.set(entry, folded);
  }
  return folded;
}

/** Whether a path is that of a file with this stem in any folder, or the target with `.md`. */
function stemTest(target: string): (path: string) => boolean {
  const file = `${target}.md`;
  if (target.includes('/')) return (path) => path === file;
  const deeper = `/${file}`;
  const slash = deeper.charCodeAt(0);
  return (path) =>
    path === file ||
    (path.charCodeAt(path.length - deeper.length) === slash && path.endsWith(deeper));
}

/** Only the matches of the directory itself, where there are any. */
function topLevelFirst<Entry extends NamedEntry>(matches: readonly Entry[]): readonly Entry[] {
  const top = matches.filter((entry) => !entry.path.includes('/'));
  return top.length > 0 ? top : matches;
}

function pathsOf<Entry extends NamedEntry>(entries: readonly Entry[]): readonly Entry['path'][] {
  return entries.map((entry) => entry.path);
}
