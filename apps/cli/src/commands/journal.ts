import type { LogFile } from '@mem/session';
import { moment } from '../arguments/moment.js';
import { oneOf } from '../arguments/one-of.js';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { type Page, styled } from '../terminal/page.js';
import { problemJson, problemLines, warningNotes } from '../view.js';
import { allowOption, overrideOf } from './allow-option.js';

const options = {
  at: {
    type: 'string',
    value: 'WHEN',
    description: 'add: when it happened, 2026-03-05T14:00 or 2h ago as 2h (now)',
  },
  'time-zone': {
    type: 'string',
    value: 'ZONE',
    description: 'whose midnight begins a day, such as Europe/Berlin (the system’s)',
  },
  since: {
    type: 'string',
    value: 'WHEN',
    description: 'show: the first day, 2026-03-05, 7d, 3w (all)',
  },
  until: { type: 'string', value: 'WHEN', description: 'show: the last day, itself included' },
  ...allowOption,
} as const;

const actions = ['add', 'show'] as const;

type JournalCall = Call<typeof options>;

export const journal = defineCommand({
  usage: 'journal [add TEXT... | show]',
  summary: 'keep the daily log, and look into it',
  details:
    'A bullet a text, with its time, in logs/YYYY/MM/YYYY-MM-DD.md. "add -" reads the text from standard\ninput. Logs are no memories: list, search and recall leave them out.',
  options,
  positionals: [0, Number.POSITIVE_INFINITY],
  completes: actions,
  examples: [
    'mem journal add "Moved the release to Tuesday, as the team asked"',
    'git log -1 --format=%s | mem journal add -',
    'mem journal show --since 7d',
  ],
  async run(call) {
    const [word, ...rest] = call.positionals;
    const action = oneOf('The first argument', word, actions) ?? 'show';
    return action === 'add' ? add(call, rest) : show(call, rest);
  },
});

async function add(call: JournalCall, words: readonly string[]): Promise<Outcome> {
  const { options: given, world, write } = call;
  refuse(given, ['since', 'until'], 'show');
  const text = await textOf(words, call);
  const at = moment('at', given.at, world.now()) ?? world.now();
  const guard = await call.guard();
  const { directory, result, warnings } = await write(async (_store, _git, storage) => {
    const { appendLogEntry } = await import('@mem/session');
    return appendLogEntry(storage, {
      text,
      at,
      timeZone: given['time-zone'],
      guard,
      ...overrideOf(given, world),
    });
  });
  const all = [...result.warnings, ...warnings];
  return {
    json: { directory, path: result.path, bullet: result.bullet, warnings: all.map(problemJson) },
    page: ['Noted in ', styled('bold', result.path), '\n'],
    notes: warningNotes(all),
  };
}

async function textOf(words: readonly string[], { world }: JournalCall): Promise<string> {
  if (words.length === 0) throw new UsageError('"mem journal add" needs a text, or - to read it.');
  if (words.length > 1 || words[0] !== '-') return words.join(' ');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await world.readInput());
  } catch {
    throw new UsageError('Standard input is not UTF-8 text. Convert it first.');
  }
}

async function show(call: JournalCall, rest: readonly string[]): Promise<Outcome> {
  const { options: given, read } = call;
  refuse(given, ['at', 'allow'], 'add');
  if (rest.length > 0) throw new UsageError('"mem journal show" takes no words; see its options.');
  const [since, until] = await Promise.all([day('since', call), day('until', call)]);
  const { directory, result } = await read(async (_store, storage) => {
    const { readLogs } = await import('@mem/session');
    return readLogs(storage, { since, until });
  });
  const { files, problems } = result;
  return {
    json: { directory, logs: files.map(logJson), problems: problems.map(problemJson) },
    page: files.flatMap(logPage),
    notes: [...(files.length === 0 ? ['No logs.\n'] : []), ...problemLines(problems)],
  };
}

function refuse(
  given: JournalCall['options'],
  names: readonly (keyof typeof options)[],
  action: string,
): void {
  const name = names.find((each) => given[each] !== undefined);
  if (name !== undefined) throw new UsageError(`--${name} goes with "mem journal ${action}".`);
}

/** A day as it was given; of another moment, the day it falls on in the time zone. */
async function day(name: 'since' | 'until', call: JournalCall): Promise<string | undefined> {
  const { options: given, world } = call;
  const text = given[name];
  const at = moment(name, text, world.now());
  if (at === undefined || /^\d{4}-\d\d-\d\d$/.test(text ?? '')) return text;
  const { localTime } = await import('@mem/session');
  return localTime(at, given['time-zone']).date;
}

function logJson({ path, date, id, title, bullets }: LogFile) {
  return {
    path,
    date,
    id: id ?? null,
    title: title ?? null,
    bullets: bullets.map(({ line, time, offset, text }) => ({
      line,
      time: time ?? null,
      offset: offset ?? null,
      text,
    })),
  };
}

function logPage({ path, date, title, text, bullets }: LogFile, at: number): Page {
  const heading = title === undefined ? date : `${date}  ${title}`;
  return [
    at === 0 ? '' : '\n',
    styled('bold', heading),
    '  ',
    styled('dim', path),
    '\n',
    ...(bullets.length === 0 && text.trim() !== ''
      ? [`${text.trimEnd()}\n`]
      : bullets.flatMap((bullet) => [
          ...(bullet.time === undefined
            ? ['       ']
            : [styled('cyan', bullet.time.slice(0, 5)), '  ']),
          `${bullet.text.replaceAll('\n', '\n       ')}\n`,
        ])),
  ];
}
