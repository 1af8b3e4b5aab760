import type * as z from 'zod';
import type { checkAnswer } from './answers.js';
import type { Amount, IndexChange, IndexFacts } from './case-schema.js';
import { type Fault, fault } from './fault.js';
import { linkTargets } from './index-links.js';
import { addedLines, firstMissing, hasMark, lineEnds, plainLines, rawLines } from './text-lines.js';

type CheckAnswer = z.infer<typeof checkAnswer>;

/** What `check` says about the index as it stands. */
export function judgeIndexFacts(
  expected: IndexFacts,
  { index, problems }: CheckAnswer,
  indexText: string,
): Fault[] {
  const faults: Fault[] = [];
  const compare = (what: string, wanted: unknown, got: unknown) => {
    if (wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(got)) {
      faults.push(fault(`index, ${what}`, wanted, got));
    }
  };
  compare('lines', expected.lines, index.lines);
  compare('bytes', expected.bytes, index.bytes);
  compare('characters', expected.characters, [...indexText].length);
  compare('dangling', sorted(expected.dangling), sorted(index.dangling));
  compare('unindexed', sorted(expected.unindexed), sorted(index.unindexed));
  for (const target of expected.notLinks ?? []) {
    const taken = [...index.linked.map(({ path }) => path), ...index.dangling].includes(target);
    if (taken) faults.push(fault('index, links', `not ${target}`, 'it is one'));
  }
  if (expected.overLimit !== undefined) {
    compare('over the limit of', limitsOf(expected.overLimit), overLimits(problems));
  }
  return [...faults, ...judgeLinked(expected.linked, index.linked)];
}

function sorted(paths: readonly string[] | undefined): string[] | undefined {
  return paths && [...paths].sort();
}

function limitsOf(overLimit: NonNullable<IndexFacts['overLimit']> | null): string[] {
  if (overLimit === 'both') return ['lines', 'bytes'];
  return typeof overLimit === 'string' ? [overLimit] : [];
}

function overLimits(problems: CheckAnswer['problems']): string[] {
  return ['lines', 'bytes'].filter((limit) =>
    problems.some(({ kind }) => kind === `index-over-${limit}`),
  );
}

function judgeLinked(expected: IndexFacts['linked'], got: CheckAnswer['index']['linked']): Fault[] {
  if (expected === undefined) return [];
  if (expected.length === 0) {
    return got.length === 0 ? [] : [fault('index, linked', 'nothing', got)];
  }
  return expected
    .filter(
      ({ file, title, hook }) =>
        !got.some(
          (link) =>
            link.path === file &&
            (title === undefined || link.title.trim() === title.trim()) &&
            (hook === undefined || link.hook.trim() === hook.trim()),
        ),
    )
    .map((link) =>
      fault(
        'index, linked',
        link,
        got.filter(({ path }) => path === link.file),
      ),
    );
}

/** What an operation made of the index. Bytes come as latin1 text, one character a byte. */
export function judgeIndexChange(
  expected: IndexChange,
  before: Buffer | undefined,
  after: Buffer | undefined,
  { refused }: { refused: boolean },
): Fault[] {
  const [was, is] = [before, after].map((bytes) => bytes?.toString('utf8') ?? '') as [
    string,
    string,
  ];
  const faults: Fault[] = [];
  const require = (holds: boolean, what: string, wanted: unknown, got: unknown) => {
    if (!holds) faults.push(fault(`index, ${what}`, wanted, got));
  };
  if (expected.unchanged) {
    const same = before === undefined ? after === undefined : after?.equals(before) === true;
    require(same, 'bytes', 'unchanged', is);
  }
  if (expected.keepsAllLines) {
    const gone = firstMissing(...endedLines(before, after));
    require(gone === undefined, 'all lines kept', gone, plainLines(is));
  }
  if (expected.addedLines !== undefined && !refused) {
    const added = addedLines(plainLines(was), plainLines(is));
    require(isAmount(expected.addedLines, added.length), 'added lines', expected.addedLines, added);
  }
  const lines = plainLines(is);
  const lost = addedLines(lines, expected.keepsLines ?? []);
  require(lost.length === 0, 'kept lines', lost, lines);
  if (!refused) {
    const left = (expected.removedLines ?? []).filter((line) => lines.includes(line));
    require(left.length === 0, 'removed lines', 'gone', left);
  }
  const targets = new Set(linkTargets(is));
  for (const path of refused ? [] : (expected.linksTo ?? [])) {
    require(targets.has(path), 'link to', path, [...targets]);
  }
  for (const path of refused ? [] : (expected.noLinkTo ?? [])) {
    require(!targets.has(path), 'link to', `none to ${path}`, lines);
  }
  for (const part of expected.contains ?? []) require(is.includes(part), 'text', part, is);
  for (const part of expected.notContains ?? []) {
    require(!is.includes(part), 'text', `no ${part}`, is);
  }
  if (expected.eol) require(lineEnds(is) === expected.eol, 'line ends', expected.eol, lineEnds(is));
  if (expected.bom !== undefined)
    require(hasMark(is) === expected.bom, 'mark', expected.bom, !expected.bom);
  return faults;
}

/**
 * Lines as bytes. A last line without a line end may get one: it is compared without `\r`,
 * as all lines are then.
 */
export function endedLines(
  before: Buffer | undefined,
  after: Buffer | undefined,
): [string[], string[]] {
  const [was, is] = [before, after].map((bytes) => bytes?.toString('latin1') ?? '') as [
    string,
    string,
  ];
  const lines: [string[], string[]] = [rawLines(was), rawLines(is)];
  const openEnd = was !== '' && !was.endsWith('\n');
  if (!openEnd) return lines;
  const last = lines[0].at(-1)!;
  return [lines[0], lines[1].map((line) => (line === `${last}\r` ? last : line))];
}

export function isAmount(expected: Amount, got: number): boolean {
  if (typeof expected === 'number') return got === expected;
  return got >= (expected.min ?? 0) && got <= (expected.max ?? Number.POSITIVE_INFINITY);
}
