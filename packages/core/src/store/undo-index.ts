import { isMemoryError } from '../errors.js';
import { parseIndex } from '../index-file/parse-index.js';
import { unlinkPath } from '../index-file/remove-index-lines.js';
import { retargetIndexLine } from '../index-file/retarget-index-line.js';
import { pathKey } from '../index-file/same-path.js';
import { takeBackLines } from '../index-file/take-back-lines.js';
import type { Problem } from '../problem.js';
import type { RecordedChange, RecordedFile, StoragePath } from '../storage.js';
import { indexPath } from '../storage-path.js';
import { afterCommit } from './after-commit.js';
import { definedOf } from './defined-of.js';
import { typeLookup } from './directory-view.js';
import { editIndex, type IndexEdit, readIndex } from './index-text.js';
import { restoreFile } from './restore-files.js';
import { keptProblem, removedProblem, settleIndex } from './settle-index.js';
import type { StoreWorld } from './store-world.js';

/** What taking an index back needs of a store. */
type UndoWorld = Pick<StoreWorld, 'storage' | 'view'>;

/** Takes a change of the index back, after its files are restored; what was written since stays. */
export async function undoIndex(world: UndoWorld, change: RecordedChange): Promise<IndexEdit> {
  const recorded = change.files.find((file) => file.path === indexPath);
  const whole = recorded && (await restoreWhole(world, recorded));
  if (whole) return whole;
  const lines = recorded && (await takeBack(world, recorded, change.files));
  const followed = await followFiles(world, recorded, change.files);
  const warnings = [...(lines?.warnings ?? []), ...followed.warnings];
  const unfinished = followed.unfinished ?? lines?.unfinished;
  const changed = followed.changed || (lines?.changed ?? false);
  return { ...followed, changed, warnings, ...definedOf({ unfinished }) };
}

/** Byte for byte, where the index is still as the change left it. */
async function restoreWhole(
  world: UndoWorld,
  { path, before, after }: RecordedFile,
): Promise<IndexEdit | undefined> {
  if (before === undefined || after === null) return undefined;
  try {
    await restoreFile(world.storage, { path, before, after });
    const { text } = await readIndex(world.storage);
    return { changed: true, text, warnings: [] };
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    return undefined;
  }
}

/** Line by line, where the index was edited since. */
async function takeBack(
  world: UndoWorld,
  { before, left }: RecordedFile,
  files: readonly RecordedFile[],
): Promise<IndexEdit | undefined> {
  if (before === undefined || left === undefined) return undefined;
  const [old, made] = [textOf(before), textOf(left)];
  let missing: readonly string[] = [];
  const edit = await editIndex(
    world.storage,
    (text = '') => {
      const taken = takeBackLines(old, made, text);
      missing = taken.missing;
      return followRename(taken.text, files);
    },
    { once: true },
  );
  if (missing.length === 0) return edit;
  const problem = removedProblem(
    `These lines of MEMORY.md were not put back, as it lists their entry again: "${missing.join(' ⏎ ')}".`,
    'Add by hand what is missing there.',
  );
  return { ...edit, warnings: [...edit.warnings, problem] };
}

/** A line of a renamed entry that was written anew since leads to the file that is there again. */
function followRename(text: string, files: readonly RecordedFile[]): string {
  const gone = files.filter((file) => file.before === null && file.path !== indexPath);
  const back = files.filter((file) => file.after === null && file.path !== indexPath);
  const [from, to] = [gone[0]?.path, back[0]?.path];
  if (gone.length !== 1 || back.length !== 1 || !from || !to) return text;
  return retargetIndexLine(text, from, to).text;
}

/**
 * What no line tells: files that are gone again are not linked, though the text that somebody wrote
 * about them stays; files that are back and were linked have a link.
 */
async function followFiles(
  world: UndoWorld,
  recorded: RecordedFile | undefined,
  files: readonly RecordedFile[],
): Promise<IndexEdit> {
  const entries = files.filter((file) => file.path !== indexPath);
  const gone = entries.filter((file) => file.before === null).map((file) => file.path);
  const unlinked = await unlink(world, gone);
  const linked = recorded?.before ? linkedIn(textOf(recorded.before)) : new Set<string>();
  const back = entries
    .filter((file) => file.before && file.after === null && linked.has(pathKey(file.path)))
    .map((file) => file.path);
  const told: Problem[] = [];
  const steps = {
    run: async () => typeLookup(await world.view.look()),
    fallback: () => () => undefined,
  };
  const typeOf = await afterCommit(indexPath, 'not all could be read', steps, told);
  const settled = await settleIndex(world.storage, back, typeOf);
  return {
    ...settled,
    ...definedOf({ unfinished: unlinked.unfinished ?? settled.unfinished }),
    changed: unlinked.changed || settled.changed,
    warnings: [...unlinked.warnings, ...told, ...settled.warnings],
  };
}

async function unlink(world: UndoWorld, paths: readonly StoragePath[]): Promise<IndexEdit> {
  const kept = new Map<string, Problem>();
  const edit = await editIndex(world.storage, (before) => {
    if (before === undefined) return before;
    let text = before;
    for (const path of paths) {
      const unlinked = unlinkPath(text, path);
      for (const line of unlinked.kept) kept.set(line, keptProblem(path, line));
      text = unlinked.text;
    }
    return text;
  });
  return { ...edit, warnings: [...edit.warnings, ...kept.values()] };
}

function linkedIn(text: string): Set<string> {
  return new Set(parseIndex(text).links.map(({ path }) => pathKey(path)));
}

function textOf(bytes: Uint8Array | null): string {
  return bytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : '';
}
