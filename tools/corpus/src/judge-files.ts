import type { Expectation, FileState } from './case-schema.js';
import { type Fault, fault } from './fault.js';
import { isAmount } from './judge-index.js';
import { compareSnapshots, filesOf, type Snapshot } from './snapshot.js';
import { addedLines, hasMark, lineEnds, plainLines } from './text-lines.js';

/** Which files an operation made, changed, removed and left. */
export function judgeFileChanges(
  expected: Expectation,
  before: Snapshot,
  after: Snapshot,
  { refused, own }: { refused: boolean; own: readonly string[] },
): Fault[] {
  const { created, changed, deleted } = compareSnapshots(filesOf(before), filesOf(after));
  const faults: Fault[] = [];
  if (!refused) {
    const made = created.filter((path) => path.endsWith('.md') && path !== indexFile);
    if (expected.created !== undefined && !isAmount(expected.created, made.length)) {
      faults.push(fault('created files', expected.created, made));
    }
    faults.push(...judgeList('changed files', expected.changed, changed));
    faults.push(...judgeList('deleted files', expected.deleted, deleted));
  }
  const wrong = [...changed, ...deleted].filter(stays(expected, own));
  if (wrong.length > 0) faults.push(fault('unchanged files', 'no change', wrong));
  return faults;
}

const indexFile = 'MEMORY.md';

/** Where a case lists no files at all, `others` are those the operation is not about. */
function stays(
  { unchanged, changed, deleted }: Expectation,
  own: readonly string[],
): (path: string) => boolean {
  if (unchanged !== 'others') return (path) => unchanged?.includes(path) ?? false;
  const listed = (changed ?? deleted) ? [...(changed ?? []), ...(deleted ?? [])] : own;
  return (path) => path !== indexFile && !listed.includes(path);
}

function judgeList(
  what: string,
  expected: readonly string[] | undefined,
  got: readonly string[],
): Fault[] {
  if (expected === undefined) return [];
  if (expected.length === 0) {
    const unexpected = got.filter((path) => path !== indexFile);
    return unexpected.length > 0 ? [fault(what, 'none', unexpected)] : [];
  }
  const missing = expected.filter((path) => !got.includes(path));
  return missing.length > 0 ? [fault(what, missing, got)] : [];
}

/** What a file holds afterwards. */
export function judgeFile(path: string, expected: FileState, after: Snapshot): Fault[] {
  const item = after.get(path);
  if (item === undefined) return [fault(path, 'to be there', 'absent')];
  const text = item.bytes.toString('utf8');
  const faults: Fault[] = [];
  for (const part of expected.contains ?? []) {
    if (!text.includes(part)) faults.push(fault(`${path} to contain`, part, text));
  }
  for (const part of expected.notContains ?? []) {
    if (text.includes(part)) faults.push(fault(`${path} not to contain`, part, text));
  }
  const lost = addedLines(plainLines(text), expected.keepsLines ?? []);
  if (lost.length > 0) faults.push(fault(`${path} to keep the lines`, lost, text));
  if (expected.eol && lineEnds(text) !== expected.eol) {
    faults.push(fault(`${path}, line ends`, expected.eol, lineEnds(text)));
  }
  if (expected.bom !== undefined && hasMark(text) !== expected.bom) {
    faults.push(fault(`${path}, byte order mark`, expected.bom, hasMark(text)));
  }
  return faults;
}
