import type { ClaimState } from './claim.js';
import type { FlagReference, SymbolReference } from './symbol-reference.js';
import type { PackageFacts, Workspace } from './workspace.js';

/** How programs write a flag: `--dry-run` also as the key of an option. */
export function flagForms(flag: string): string[] {
  const name = flag.slice(2);
  if (!name.includes('-')) return [flag, `'${name}'`, `"${name}"`, `${name}:`];
  const camel = name.replace(/(?<!-)-+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [flag, name, camel, name.replaceAll('-', '_')];
}

export async function symbolState(
  { text, parts, certain }: SymbolReference,
  words: ReadonlyMap<string, boolean>,
  workspace: Workspace,
): Promise<ClaimState> {
  const held = words.get(parts.at(-1)!);
  // Of a thing that the project does not know at all, a member proves nothing either way.
  const head = parts.length === 1 || words.get(parts[0]!) === true;
  if (held && head) return 'present';
  if (await isFile(text, parts, workspace)) return 'present';
  return held === false && head && (certain || parts.length > 1) ? 'missing' : 'unknown';
}

/** Modules are named like their files: `schema.prisma`, `app.services.billing`, `retryPolicy`. */
async function isFile(
  text: string,
  parts: readonly string[],
  workspace: Workspace,
): Promise<boolean> {
  const named = await workspace.find(text);
  if (named.paths.length > 0) return true;
  const below = parts.join('/').toLowerCase();
  const { paths } = await workspace.find(parts.at(-1)!, { anySuffix: true });
  return paths.some((path) => withoutSuffix(path.toLowerCase()).endsWith(below));
}

function withoutSuffix(path: string): string {
  return path.replace(/\.[^./]*$/, '');
}

export function flagState(
  { flag, certain }: FlagReference,
  words: ReadonlyMap<string, boolean>,
): ClaimState {
  const held = flagForms(flag).map((form) => words.get(form));
  if (held.includes(true)) return 'present';
  return certain && !held.includes(undefined) ? 'missing' : 'unknown';
}

export function scriptState(
  script: string,
  certain: boolean,
  packages: PackageFacts | undefined,
): ClaimState {
  if (!packages) return 'unknown';
  if (packages.scripts.includes(script)) return 'present';
  const isKnown = packages.dependencies.includes(script) || packages.complete === false;
  return certain && !isKnown ? 'missing' : 'unknown';
}

export async function commitState(
  hash: string,
  certain: boolean,
  workspace: Workspace,
): Promise<ClaimState> {
  const there = await workspace.hasCommit(hash);
  if (there) return 'present';
  return there === false && certain ? 'missing' : 'unknown';
}
