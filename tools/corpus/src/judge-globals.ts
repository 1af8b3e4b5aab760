import { type Fault, fault } from './fault.js';
import { linkTargets, mentions } from './index-links.js';
import { endedLines } from './judge-index.js';
import {
  compareSnapshots,
  describeDifference,
  filesOf,
  type Item,
  type Snapshot,
} from './snapshot.js';
import { addedLines, firstMissing, hasMark, lineEnds, plainLines } from './text-lines.js';

/** The properties that hold for every case, G1 to G7 of the format. */

/** G1: a reading call leaves every byte and every time, and creates nothing. */
export function judgeNothingTouched(what: string, before: Snapshot, after: Snapshot): Fault[] {
  const difference = describeDifference(compareSnapshots(before, after), { times: true });
  return difference === undefined ? [] : [fault(`G1, ${what}`, 'nothing touched', difference)];
}

/** G6: nothing outside the directory is written. */
export function judgeOutside(before: Snapshot, after: Snapshot): Fault[] {
  const difference = describeDifference(compareSnapshots(before, after), { times: false });
  return difference === undefined
    ? []
    : [fault('G6, outside the directory', 'nothing written', difference)];
}

/** G7: a refused write changes nothing. */
export function judgeRefusal(before: Snapshot, after: Snapshot): Fault[] {
  const difference = describeDifference(compareSnapshots(before, after), { times: true });
  return difference === undefined
    ? []
    : [fault('G7, a refused write', 'nothing changed', difference)];
}

/** G3: only the files the change is about, and the index, hold other bytes. */
export function judgeWriteScope(
  before: Snapshot,
  after: Snapshot,
  allowed: readonly string[],
): Fault[] {
  const { created, deleted, changed } = compareSnapshots(filesOf(before), filesOf(after));
  const wrong = { created, deleted, changed };
  const others = Object.entries(wrong).flatMap(([word, paths]) =>
    paths
      .filter((path) => path !== 'MEMORY.md' && !allowed.includes(path))
      .map((path) => `${word} ${path}`),
  );
  return others.length > 0 ? [fault('G3, files of others', 'byte-identical', others)] : [];
}

/** G4: index lines of others stay, in their order; what is new is about the memory itself. */
export function judgeIndexOwnership(
  before: Buffer | undefined,
  after: Buffer | undefined,
  own: readonly string[],
): Fault[] {
  if (before === undefined || isBlank(before)) return [];
  if (after === undefined) return [fault('G4, the index', 'to stay', 'it is gone')];
  const [was, is] = endedLines(before, after);
  const isOwn = ownLines(was, own);
  const lost = firstMissing(
    was.filter((_, at) => !isOwn[at]),
    is,
  );
  const faults: Fault[] = [];
  if (lost !== undefined) {
    faults.push(fault('G4, index lines of others', readable(lost), 'lost, moved or rewritten'));
  }
  return [
    ...faults,
    ...judgeNewLines(was, is, own, isOwn.filter(Boolean).length),
    ...judgeOtherLinks(before, after, own),
    ...judgeTextForm('the index', before, after),
  ];
}

/** G4 for a rebuild: each line that is dropped is in the copy of before that the answer names. */
export function judgeRebuild(
  before: Buffer | undefined,
  after: Buffer | undefined,
  backup: Buffer | undefined,
): Fault[] {
  if (before === undefined || isBlank(before)) return [];
  const lost = firstMissing(...endedLines(before, after));
  if (lost === undefined || backup?.equals(before)) return [];
  const got = backup === undefined ? 'neither' : 'a backup with other bytes';
  return [fault('G4, rebuild', `this line, or a named backup: ${readable(lost)}`, got)];
}

function isBlank(bytes: Buffer): boolean {
  return bytes.toString('utf8').replace('\uFEFF', '').trim() === '';
}

/** A line that names an own file, and the indented lines below it. */
function ownLines(lines: readonly string[], own: readonly string[]): boolean[] {
  let inside = false;
  return lines.map((line) => {
    const text = readable(line);
    const continues = inside && /^\s+\S/.test(text);
    inside = continues || own.some((path) => mentions(text, path));
    return inside;
  });
}

/** Edited own lines may look like anything; any other new line names an own file. */
function judgeNewLines(
  was: readonly string[],
  is: readonly string[],
  own: readonly string[],
  ownCount: number,
): Fault[] {
  const foreign = addedLines(was, is)
    .map(readable)
    .filter((line) => line.trim() !== '' && !own.some((path) => mentions(line, path)));
  return foreign.length > ownCount
    ? [fault('G4, new index lines', `only about ${own.join(', ')}`, foreign)]
    : [];
}

function judgeOtherLinks(before: Buffer, after: Buffer, own: readonly string[]): Fault[] {
  const left = new Set(linkTargets(after.toString('utf8')));
  const lost = linkTargets(before.toString('utf8')).filter(
    (target) => !own.includes(target) && !left.has(target),
  );
  return lost.length > 0 ? [fault('G4, index links to others', lost, 'lost')] : [];
}

function readable(latin1: string): string {
  return Buffer.from(latin1, 'latin1')
    .toString('utf8')
    .replace(/\r$/, '')
    .replace(/^\uFEFF/, '');
}

/** G5: unknown header lines, the flavour, line ends and mark of an updated file stay. */
export function judgeHeaderKept(path: string, before: Item, after: Item): Fault[] {
  const [was, is] = [headerLines(before.bytes), headerLines(after.bytes)];
  const faults = judgeTextForm(path, before.bytes, after.bytes);
  const lost = firstMissing(unknownLines(was), is);
  if (lost !== undefined) {
    faults.push(fault(`G5, ${path}, header line`, lost, is));
  }
  const nested = (lines: readonly string[]) => lines.some((line) => /^metadata:/.test(line));
  if (was.length > 0 && nested(was) !== nested(is)) {
    faults.push(fault(`G5, ${path}, flavour`, nested(was) ? 'nested' : 'flat', is));
  }
  return faults;
}

function judgeTextForm(what: string, before: Buffer, after: Buffer): Fault[] {
  const [was, is] = [before.toString('utf8'), after.toString('utf8')];
  const faults: Fault[] = [];
  if (hasMark(was) !== hasMark(is)) {
    faults.push(fault(`G5, ${what}, byte order mark`, hasMark(was), hasMark(is)));
  }
  const [endsWere, endsAre] = [lineEnds(was), lineEnds(is)];
  const uniform = endsWere === 'lf' || endsWere === 'crlf';
  if (uniform && endsAre !== 'none' && endsAre !== endsWere) {
    faults.push(fault(`G5, ${what}, line ends`, endsWere, endsAre));
  }
  return faults;
}

/** The lines between the fences; none without a closed header. */
function headerLines(bytes: Buffer): string[] {
  const lines = plainLines(bytes.toString('utf8'));
  if (lines[0]?.trimEnd() !== '---') return [];
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  return end < 0 ? [] : lines.slice(1, end);
}

/** A key that an update may set, however it is quoted, or a one-line map that holds such keys. */
const knownKey = /^\s*(["']?)(name|description|type|modified)\1\s*:|^metadata\s*:\s*\{/;

/** Lines of keys that no update sets, with the lines that continue them; comments too. */
function unknownLines(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let knownIndent: number | undefined;
  for (const line of lines) {
    const indent = line.length - line.trimStart().length;
    const comment = line.trimStart().startsWith('#');
    if (knownIndent !== undefined && (line.trim() === '' || indent > knownIndent) && !comment) {
      continue;
    }
    knownIndent = undefined;
    if (knownKey.test(line)) knownIndent = indent;
    else kept.push(line);
  }
  return kept;
}
