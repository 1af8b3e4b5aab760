import type { MemoryConflict, MemorySync } from '@mem/git';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { conflictJson, conflictLines, openExitCode, openNote } from '../history/conflict-view.js';
import { findConflict } from '../history/find-conflict.js';
import { type Page, styled } from '../terminal/page.js';

export const conflicts = defineCommand({
  usage: 'conflicts [NAME]',
  summary:
    'list the conflicts of synchronisations that nobody has settled; exit 3 when there are any',
  details:
    'With NAME: the three versions of that memory, and those of earlier conflicts of it that are open.',
  options: {},
  positionals: [0, 1],
  completes: 'entry',
  examples: ['mem conflicts', 'mem conflicts release-rules', 'mem conflicts --json'],
  async run(call) {
    const [target] = call.positionals;
    return target === undefined ? list(call) : show(call, target);
  },
});

type Reading = Pick<Call<never>, 'readHistory'>;

async function list({ readHistory }: Reading): Promise<Outcome> {
  const { directory, result } = await readHistory(async (git) => {
    const { openSync } = await import('@mem/git');
    return openSync(git.options).conflicts();
  });
  return {
    json: { directory, conflicts: result.map(conflictJson) },
    page: conflictLines(result),
    notes: result.length === 0 ? ['No conflict is open.\n'] : openNote(result),
    exitCode: openExitCode(result),
  };
}

type Versions = Awaited<ReturnType<MemorySync['conflict']>>['contents'];
type Contents = Readonly<Record<keyof Versions, string | null>>;
type Shown = MemoryConflict & { readonly contents: Contents };

async function show({ readHistory }: Reading, target: string): Promise<Outcome> {
  const { directory, result } = await readHistory(async (git, store) => {
    const { openSync } = await import('@mem/git');
    const sync = openSync(git.options);
    const open = await sync.conflicts();
    const newest = await findConflict(target, open, store);
    const before = open.filter((other) => other !== newest && other.path === newest.path);
    const shown = (conflict: MemoryConflict) => withContents(sync, conflict);
    return {
      newest: await shown(newest),
      earlier: await Promise.all(before.toReversed().map(shown)),
    };
  });
  const { newest, earlier } = result;
  return {
    json: { directory, conflict: shownJson(newest), earlier: earlier.map(shownJson) },
    page: [
      ...conflictLines([newest]),
      ...versionsPage(newest.contents),
      ...earlier.flatMap((conflict) => [earlierLine(conflict), ...versionsPage(conflict.contents)]),
    ],
    exitCode: openExitCode([newest]),
  };
}

async function withContents(sync: MemorySync, conflict: MemoryConflict): Promise<Shown> {
  const { base, ours, theirs } = await sync.versions(conflict);
  return {
    ...conflict,
    contents: { base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) },
  };
}

function shownJson(conflict: Shown) {
  return { ...conflictJson(conflict), contents: conflict.contents };
}

function earlierLine({ kind, date }: Shown): string {
  return `\nOpen as well (${kind}, ${date}), the next one for "mem resolve":\n`;
}

function textOf(bytes: Versions['base']): string | null {
  return bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const titles = { base: 'before', ours: 'ours', theirs: 'theirs' } as const;

/** Each line behind a mark, so that no text can pass for the heading of another version. */
function versionsPage(contents: Contents): Page {
  return (['base', 'ours', 'theirs'] as const).flatMap((side): Page => {
    const text = contents[side];
    return [
      '\n',
      styled('bold', titles[side]),
      text === null ? '  (no file)\n' : `\n${quoted(text)}`,
    ];
  });
}

function quoted(text: string): string {
  return text.replace(/\n$/, '').replace(/^/gm, '  | ').concat('\n');
}
