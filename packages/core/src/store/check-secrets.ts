import { decodeText } from '../entry-file/decode-text.js';
import { actionOf } from '../guard/action-of.js';
import { findSecrets } from '../guard/find-secrets.js';
import { lineIndexOf } from '../guard/line-index.js';
import type { Problem } from '../problem.js';
import { isScannable, type StoragePath } from '../storage.js';
import type { KnownEntry } from './directory-view.js';
import { isAboutOneFile } from './is-about-one-file.js';
import type { StoreWorld } from './store-world.js';

/** Entries that hold what looks like a secret, in their order. */
export async function secretProblems(
  world: StoreWorld,
  entries: readonly KnownEntry[],
): Promise<Problem[]> {
  const found = new Map<string, Problem[]>();
  await eachFile(world, entries, ({ path, header }, bytes) => {
    const problems = problemsIn(world, path, header.type, bytes);
    if (problems.length > 0) found.set(path, problems);
  });
  return entries.flatMap(({ path }) => found.get(path) ?? []);
}

type Look = (entry: KnownEntry, bytes: Uint8Array) => void;

/** In one pass where the storage can. Files that cannot be read are reported by others. */
async function eachFile(
  { storage }: StoreWorld,
  entries: readonly KnownEntry[],
  look: Look,
): Promise<void> {
  const wanted = new Map<string, KnownEntry>(entries.map((entry) => [entry.path, entry]));
  const lookAt = (path: string, bytes: Uint8Array) => {
    const entry = wanted.get(path);
    if (entry) look(entry, bytes);
  };
  if (isScannable(storage)) return storage.scan((path) => wanted.has(path), lookAt);
  for (const { path, readable } of entries) {
    if (readable) lookAt(path, (await readIfThere(storage, path)) ?? new Uint8Array(0));
  }
}

async function readIfThere(
  storage: StoreWorld['storage'],
  path: StoragePath,
): Promise<Uint8Array | undefined> {
  try {
    return (await storage.read(path))?.bytes;
  } catch (error) {
    if (!isAboutOneFile(error)) throw error;
    return undefined;
  }
}

function problemsIn(
  { guard }: StoreWorld,
  path: StoragePath,
  type: string | undefined,
  bytes: Uint8Array,
): Problem[] {
  const { text } = decodeText(bytes);
  const secrets = findSecrets(text).filter(({ rule }) => actionOf(rule, type, guard) !== 'allow');
  if (secrets.length === 0) return [];
  const lines = lineIndexOf(text);
  return secrets.map(({ rule, start }) => {
    const { line, column } = lines.placeOf(start);
    return {
      kind: 'secret-suspected',
      path,
      line,
      message: `${path} holds ${rule.title} (line ${line}, column ${column}). Rule ${rule.id}.`,
      fix: 'If it is real, change it first where it is used; then take it out, here and from the history (`mem scan --history`).',
    };
  });
}
