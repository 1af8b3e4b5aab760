import type { CheckResult, LoadedIndex, MemoryStore, Problem, ReindexResult } from '@mem/core';
import { ignoreOption } from '../arguments/ignore-option.js';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { notSo } from '../exit-code.js';
import { recordedLine } from '../history/recorded.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { count, problemJson, problemLines, warningNotes } from '../view.js';

const options = {
  check: { type: 'boolean', description: 'compare it with the files; exit 1 when it differs' },
  rebuild: { type: 'boolean', description: 'add what is missing, take out dead links' },
  message: { type: 'string', value: 'TEXT', description: 'why, in one line, for the history' },
  ...ignoreOption,
} as const;

export const index = defineCommand({
  usage: 'index [--check | --rebuild]',
  summary: 'print MEMORY.md as an agent sees it at start, check it, or mend it',
  details:
    'A rebuild keeps prose, headings, order and hand-made lines. The line of a file that is gone it\ntakes out, with what is indented below it: it prints these lines, and keeps a backup of the index.',
  options,
  positionals: [0, 0],
  examples: ['mem index', 'mem index --check', 'mem index --rebuild'],
  async run(call) {
    if (call.options.check && call.options.rebuild) {
      throw new UsageError('--check and --rebuild exclude each other.');
    }
    if (call.options.check) return check(call);
    if (!call.options.rebuild) return load(call);
    if (call.options.ignore) throw new UsageError('--rebuild and --ignore exclude each other.');
    return rebuild(call);
  },
});

type IndexCall = Call<typeof options>;

async function load({ read }: IndexCall): Promise<Outcome> {
  const { directory, result } = await read((store) => store.loadIndex());
  const { text, lines, bytes, cutLines }: LoadedIndex = result;
  return {
    json: { directory, text, lines, bytes, cutLines },
    page: [text === '' || text.endsWith('\n') ? text : `${text}\n`],
    notes: text === '' ? ['There is no index here.\n'] : [],
  };
}

async function check({ read }: IndexCall): Promise<Outcome> {
  const { directory, result } = await read((store: MemoryStore) => store.check());
  const problems = result.problems.filter(isAboutIndex);
  return {
    json: { directory, problems: problems.map(problemJson), index: indexJson(result) },
    page: problemLines(problems),
    notes: problems.length === 0 ? ['The index agrees with the files.\n'] : [],
    exitCode: problems.length === 0 ? 0 : notSo,
  };
}

/** A link, a folder or unreadable bytes in its place, too. */
function isAboutIndex({ kind, path }: Problem): boolean {
  return kind.startsWith('index-') || path === 'MEMORY.md';
}

async function rebuild({ write, options }: IndexCall): Promise<Outcome> {
  const { directory, result, warnings, history } = await write((store) =>
    store.reindex(options.message === undefined ? {} : { message: options.message }),
  );
  const all = [...result.warnings, ...warnings];
  const { changed, added, dropped, droppedLines, refreshed, backup, index: size } = result;
  return {
    json: {
      directory,
      changed,
      added,
      dropped,
      droppedLines,
      refreshed,
      backup: backup ?? null,
      index: { lines: size.lines, bytes: size.bytes },
      warnings: all.map(problemJson),
      history,
    },
    page: [...rebuildPage(result, all), ...recordedLine(history)],
    notes: warningNotes(all),
  };
}

function rebuildPage(result: ReindexResult, warnings: readonly Problem[]): Page {
  const { changed, added, dropped, droppedLines, refreshed, backup } = result;
  if (changed.length === 0) {
    const isRight = warnings.every(({ kind }) => kind === 'index-near-limit');
    return [isRight ? 'The index was right already.\n' : 'The index was left as it is.\n'];
  }
  return [
    ...added.flatMap((path) => ['added      ', styled('bold', path), '\n']),
    ...dropped.flatMap((path) => ['taken out  ', styled('bold', path), ' (no such file)\n']),
    ...droppedLines.map((line) => `  was      ${oneLine(line)}\n`),
    ...refreshed.flatMap((path) => ['refreshed  ', styled('bold', path), '\n']),
    `${count(added.length + dropped.length + refreshed.length, 'entry', 'entries')} changed.\n`,
    ...(backup === undefined ? [] : [`The index of before is kept in ${backup}.\n`]),
  ];
}

/** The index as `check` sees it. */
export function indexJson({ index: { lines, bytes, linked, dangling, unindexed } }: CheckResult) {
  return {
    lines,
    bytes,
    linked: linked.map(({ path, title, hook }) => ({ path, title, hook })),
    dangling,
    unindexed,
  };
}
