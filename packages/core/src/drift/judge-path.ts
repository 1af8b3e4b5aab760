import type { Claim } from './claim.js';
import type { PathReference } from './path-reference.js';
import type { PathKind, Workspace } from './workspace.js';

type Verdict = Pick<Claim, 'state' | 'movedTo'>;

const present: Verdict = { state: 'present' };
const missing: Verdict = { state: 'missing' };
const unknown: Verdict = { state: 'unknown' };

/** Whether what the reference names is there; a line is there when the file is that long. */
export async function judgePath(reference: PathReference, workspace: Workspace): Promise<Verdict> {
  const found = await locate(reference, workspace);
  if (found.state !== 'present' || reference.line === undefined) return found.verdict;
  const lines = await workspace.lineCount(found.path);
  if (lines === undefined) return unknown;
  return lines >= reference.line ? present : missing;
}

type Located =
  | { readonly state: 'present'; readonly path: string; readonly verdict: Verdict }
  | { readonly state: 'other'; readonly verdict: Verdict };

async function locate(reference: PathReference, workspace: Workspace): Promise<Located> {
  const { path, directory } = reference;
  const kind = await kindAt(path, workspace);
  if (kind === 'file' || kind === 'directory') {
    return directory && kind === 'file' ? other(missing) : at(path);
  }
  if (kind === 'unknown' && !path.startsWith('/')) return other(unknown);
  const written = await withSuffix(path, workspace);
  if (written !== undefined) return at(written);
  const sibling = await inTypeScript(path, workspace);
  if (sibling !== undefined) return other({ state: 'moved', movedTo: sibling });
  const renamed = await workspace.renamedTo(path);
  if (renamed !== undefined) return other({ state: 'moved', movedTo: renamed });
  const base = path.slice(path.lastIndexOf('/') + 1);
  const { paths, complete } = await workspace.find(base);
  const below = paths.filter((other) => other.endsWith(`/${path.replace(/^\/+/, '')}`));
  // Written as seen from a folder further down, as in a workspace of many packages.
  if (below.length > 0) return at(below[0]!);
  const isPath = await isSurelyPath(reference, workspace);
  const moved = isPath && path.includes('/') ? likeliest(path, paths) : undefined;
  if (moved !== undefined) return other({ state: 'moved', movedTo: moved });
  if (!path.includes('/') && paths.length > 0) return atOneOf(paths, base);
  const certain = isPath && complete && kind === 'none' && !mayHaveMoved(path, paths);
  return other(certain ? missing : unknown);
}

function at(path: string): Located {
  return { state: 'present', path, verdict: present };
}

function other(verdict: Verdict): Located {
  return { state: 'other', verdict };
}

/** The file that a path without suffix means, as in an import. */
async function withSuffix(path: string, workspace: Workspace): Promise<string | undefined> {
  if (!path.includes('/') || baseOf(path).includes('.')) return undefined;
  const { paths } = await workspace.find(baseOf(path), { anySuffix: true });
  return paths.find((other) => other.startsWith(`${path}.`));
}

/** The source of a file, where JavaScript became TypeScript or is written for it. */
async function inTypeScript(path: string, workspace: Workspace): Promise<string | undefined> {
  const match = /^(.*\.[cm]?)js(x?)$/.exec(path);
  for (const suffix of match ? [`ts${match[2]}`, 'tsx'] : []) {
    const source = `${match![1]}${suffix}`;
    if ((await workspace.kindOf(source)) === 'file') return source;
  }
  return undefined;
}

/** A bare name: there, when some file has it; elsewhere written, when only case differs. */
function atOneOf(paths: readonly string[], base: string): Located {
  const exact = paths.find((path) => baseOf(path) === base);
  return exact === undefined ? other({ state: 'moved', movedTo: paths[0]! }) : at(exact);
}

/** A path from the root of a site or of the project may begin with a slash. */
async function kindAt(path: string, workspace: Workspace): Promise<PathKind> {
  const kind = await workspace.kindOf(path);
  if (kind !== 'unknown' || !path.startsWith('/')) return kind;
  const inside = await workspace.kindOf(path.slice(1));
  return inside === 'none' ? 'unknown' : inside;
}

/** The one file of that name that most of the path's end fits; undefined when several fit alike. */
function likeliest(path: string, paths: readonly string[]): string | undefined {
  const ranked = paths
    .map((other) => ({ other, shared: sharedEnd(path, other) }))
    .sort((a, b) => b.shared - a.shared);
  const [best, next] = ranked;
  if (!best || best.shared === next?.shared) return undefined;
  return best.shared > 1 || !isCommonName(baseOf(path)) ? best.other : undefined;
}

/** Several files could be the one that moved. */
function mayHaveMoved(path: string, paths: readonly string[]): boolean {
  return paths.length > 1 && !isCommonName(baseOf(path));
}

function sharedEnd(one: string, other: string): number {
  const a = one.toLowerCase().split('/').reverse();
  const b = other.toLowerCase().split('/').reverse();
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}

/** So many folders have one that another one proves nothing. */
function isCommonName(base: string): boolean {
  return /^(?:index|main|mod|lib|types?|utils?|helpers?|config|constants|setup|app|test|__init__|readme|license|changelog|package(?:-lock)?|tsconfig|makefile|dockerfile)(?:\.[\w.]+)?$/i.test(
    base,
  );
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What may be a branch, a package or a type of content is a path only below a folder that is there. */
async function isSurelyPath(reference: PathReference, workspace: Workspace): Promise<boolean> {
  if (reference.certain) return true;
  const slash = reference.path.indexOf('/');
  if (slash <= 0) return false;
  return (await workspace.kindOf(reference.path.slice(0, slash))) === 'directory';
}
