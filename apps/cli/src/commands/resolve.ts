import { isMemoryError, type MemoryStore } from '@mem/core';
import type { MemoryConflict, MemorySync, Resolution } from '@mem/git';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand } from '../command.js';
import { conflictJson } from '../history/conflict-view.js';
import { findConflict } from '../history/find-conflict.js';
import { recordedLine, storageWarnings } from '../history/recorded.js';
import { readBody } from '../read-body.js';
import { styled } from '../terminal/page.js';
import { count, problemJson, warningNotes } from '../view.js';
import { allowOption, overrideOf } from './allow-option.js';

const options = {
  ours: { type: 'boolean', description: 'keep what stands here' },
  theirs: { type: 'boolean', description: 'take the other side’s where the two contradict' },
  'body-file': {
    type: 'string',
    value: 'FILE',
    completes: 'file',
    description: 'a file that holds the body to keep, or - for standard input',
  },
  ...allowOption,
} as const;

export const resolve = defineCommand({
  usage: 'resolve NAME --ours | --theirs | --body-file FILE|-',
  summary: 'settle a conflict of a synchronisation, for every machine',
  details:
    'See both versions with "mem conflicts NAME". What was merged without a conflict stays either\nway, and neither version leaves the history. Of several conflicts of a memory the newest is settled.\nThen "mem sync" tells the other machines.',
  options,
  positionals: [1, 1],
  completes: 'entry',
  examples: [
    'mem resolve release-rules --theirs',
    'mem conflicts release-rules --json | jq -r .conflict.contents.theirs | less',
    'mem resolve release-rules --body-file merged.md',
  ],
  async run(call) {
    const choose = await chosenResolution(call);
    const {
      directory,
      result,
      warnings: others,
    } = await call.write(async (store, git, storage) => {
      const [{ openSync }, { requireGit }] = await Promise.all([
        import('@mem/git'),
        import('../history/read-history.js'),
      ]);
      const sync = openSync(requireGit(git).options);
      const conflict = await findConflict(call.positionals[0] ?? '', await sync.conflicts(), store);
      const resolution = await choose({ store, sync, conflict });
      const done = await sync.resolve(conflict.path, resolution);
      const { secretWarnings } = await import('../history/secret-warnings.js');
      return {
        ...done,
        path: conflict.path,
        secrets: await secretWarnings(storage, done.changed, await call.guard(), call.world),
        left: await sync.conflicts(),
      };
    });
    const { path, commit, changed, left } = result;
    const warnings = [...storageWarnings(result.warnings), ...result.secrets, ...others];
    return {
      json: {
        directory,
        path,
        changed,
        conflicts: left.map(conflictJson),
        warnings: warnings.map(problemJson),
        history: { commit, notCommitted: null },
      },
      page: [
        'Settled ',
        styled('bold', path),
        '\n',
        ...recordedLine({ commit, notCommitted: null }),
      ],
      notes: [
        ...warningNotes(warnings),
        ...(left.length === 0
          ? []
          : [`${count(left.length, 'conflict is', 'conflicts are')} still open.\n`]),
        ...(left.some((other) => other.path === path)
          ? [`One of them is about ${path} too: see "mem conflicts ${path}".\n`]
          : []),
      ],
    };
  },
});

interface Place {
  readonly store: MemoryStore;
  readonly sync: MemorySync;
  readonly conflict: MemoryConflict;
}

async function chosenResolution({
  options: { ours, theirs, 'body-file': file, allow },
  world,
  guard,
}: Call<typeof options>): Promise<(place: Place) => Promise<Resolution>> {
  if ([ours, theirs, file].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError('Give one of --ours, --theirs and --body-file.');
  }
  if (ours) return async () => 'ours';
  if (theirs) return async () => 'theirs';
  const isInput = file === '-';
  const body = await readBody(
    { body: undefined, 'body-file': isInput ? undefined : file, rest: isInput ? ['-'] : [] },
    world,
  );
  const override = overrideOf({ allow }, world);
  return async (place) => {
    const { path } = place.conflict;
    const { judgeChange } = await import('@mem/core/internal');
    judgeChange({ path, after: { body: body ?? '' }, ...override }, await guard(), world.now());
    return { text: await textWith(body ?? '', place) };
  };
}

/** The body below the header that stands there, or stood on the side that has the file. */
async function textWith(body: string, { store, sync, conflict }: Place): Promise<string> {
  const { path } = conflict;
  const file = (await presentBytes(store, path)) ?? (await eitherVersion(sync, path));
  const { decodeText, editEntryFile } = await import('@mem/core/internal');
  const { text, bom } = decodeText(editEntryFile(path, file, { body }));
  return bom ? `\ufeff${text}` : text;
}

async function presentBytes(store: MemoryStore, path: string): Promise<Uint8Array | undefined> {
  try {
    return (await store.getFile(path)).bytes;
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'NOT_FOUND') throw error;
    return undefined;
  }
}

async function eitherVersion(sync: MemorySync, path: string): Promise<Uint8Array> {
  const { ours, theirs } = (await sync.conflict(path)).contents;
  return ours ?? theirs ?? new Uint8Array();
}
