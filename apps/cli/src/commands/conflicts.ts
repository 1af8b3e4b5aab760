import type { MemoryConflict, MemorySync } from '@mem/git';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { conflictJson, conflictLines, openExitCode, openNote } from '../history/conflict-view.js';
import { findConflict } from '../history/find-conflict.js';
import { type Page, styled } from '../terminal/page.js';

export const conflicts = defineCommand({
  usage: 'conflicts [NAME]',
  summary:
    'list the conflicts of synchronisations that nobody has settled; exit 3 when there are any',
  details: 'With NAME: the three versions of that memory.',
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

async function show({ readHistory }: Reading, target: string): Promise<Outcome> {
  const { directory, result } = await readHistory(async (git, store) => {
    const { openSync } = await import('@mem/git');
    const sync = openSync(git.options);
    const { path } = await findConflict(target, await sync.conflicts(), store);
    return sync.conflict(path);
  });
  const { base, ours, theirs } = result.contents;
  const contents = { base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) };
  return {
    json: { directory, conflict: { ...conflictJson(result), contents } },
    page: versionsPage(result, contents),
    exitCode: openExitCode([result]),
  };
}

function textOf(bytes: Versions['base']): string | null {
  return bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const titles = { base: 'before', ours: 'ours', theirs: 'theirs' } as const;

/** Each line behind a mark, so that no text can pass for the heading of another version. */
function versionsPage(
  conflict: MemoryConflict,
  contents: Readonly<Record<keyof Versions, string | null>>,
): Page {
  return [
    ...conflictLines([conflict]),
    ...(['base', 'ours', 'theirs'] as const).flatMap((side): Page => {
      const text = contents[side];
      return [
        '\n',
        styled('bold', titles[side]),
        text === null ? '  (no file)\n' : `\n${quoted(text)}`,
      ];
    }),
  ];
}

function quoted(text: string): string {
  return text.replace(/\n$/, '').replace(/^/gm, '  | ').concat('\n');
}
