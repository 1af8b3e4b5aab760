import { addIndexLine } from '../index-file/add-index-line.js';
import { removeIndexLines } from '../index-file/remove-index-lines.js';
import type { Problem } from '../problem.js';
import type { Storage, StoragePath } from '../storage.js';
import { definedOf } from './defined-of.js';
import { editIndex, type IndexEdit } from './index-text.js';
import { readEntryFile } from './read-entry-file.js';

export interface SettledIndex extends IndexEdit {
  /** Texts that stood beside a removed link and were left in the index, one problem each. */
  readonly kept: readonly Problem[];
  /** Texts of people that went with the line of an entry, one problem for each entry. */
  readonly removed: readonly Problem[];
}

/**
 * Makes the index agree with whether the entries exist: one that does is linked, one that does not
 * is not linked. The file is looked at after the index was read and once more after it was written,
 * so writers that create and delete one entry at the same time end with an index that is true.
 */
export async function settleIndex(
  storage: Storage,
  paths: readonly StoragePath[],
  typeOf: (path: string) => string | undefined,
): Promise<SettledIndex> {
  const kept = new Map<string, Problem>();
  const removed = new Map<string, Problem>();
  let settled: { readonly text: string | undefined; readonly presence: string } | undefined;
  const edit = await editIndex(storage, async (before) => {
    const files = await Promise.all(paths.map((path) => storage.read(path)));
    const presence = files.map((file) => (file ? '+' : '-')).join('');
    // Our own text read back, and no file came or went: done, without reading the index again.
    if (settled?.presence === presence && settled.text === before) return before;
    let text = before;
    for (const [at, path] of paths.entries()) {
      const file = files[at];
      if (file) text = await addLine(text ?? '', path, file.bytes, typeOf);
      else if (text !== undefined) text = removeLines(text, path, { kept, removed });
    }
    settled = { text, presence };
    return text;
  });
  return { ...edit, kept: [...kept.values()], removed: [...removed.values()] };
}

async function addLine(
  text: string,
  path: StoragePath,
  bytes: Uint8Array,
  typeOf: (path: string) => string | undefined,
): Promise<string> {
  const { name, description, type } = await readEntryFile(path, bytes);
  return addIndexLine(text, { path, name, ...definedOf({ description, type }) }, typeOf).text;
}

interface Told {
  readonly kept: Map<string, Problem>;
  readonly removed: Map<string, Problem>;
}

function removeLines(text: string, path: StoragePath, { kept, removed }: Told): string {
  const removal = removeIndexLines(text, path);
  for (const line of removal.kept) kept.set(line, keptProblem(path, line));
  if (removal.below.length > 0) {
    const lines = removal.below.map((line) => line.trim()).join(' ⏎ ');
    const message = `With the index line of ${path} went what stood below it: "${lines}".`;
    removed.set(path, removedProblem(message, '`mem undo` brings it back.'));
  }
  return removal.text;
}

export function keptProblem(path: StoragePath, line: string): Problem {
  return {
    kind: 'index-text-kept',
    path: 'MEMORY.md',
    message: `The index line that named ${path} says more than the link, so its text was kept: "${line.trim()}".`,
    fix: 'Edit MEMORY.md by hand if the text should go too.',
  };
}

export function removedProblem(message: string, fix: string): Problem {
  return { kind: 'index-text-removed', path: 'MEMORY.md', message, fix };
}
