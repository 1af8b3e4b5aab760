import { createRecallSession, type RecalledEntry } from '@mem/core';
import { ignoreOption } from '../arguments/ignore-option.js';
import { wholeNumber } from '../arguments/whole-number.js';
import { workspaceOption } from '../arguments/workspace-option.js';
import { defineCommand } from '../command.js';
import { saidBy } from '../pending/pending-view.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { claimJson, count, provenanceJson } from '../view.js';

export const recall = defineCommand({
  usage:
    'recall WORDS... [--limit N] [--links] [--tool NAME]... [--shown PATH]... [--workspace DIRECTORY]',
  summary: 'print the few memories that matter for a question, whole',
  details:
    'With a note on those that are old, or that name what is not in the project any more. Nothing\nthat fits is an answer too: exit 0.',
  options: {
    limit: { type: 'string', value: 'N', description: 'at most this many, links apart (5)' },
    links: { type: 'boolean', description: 'also those that the chosen ones link to' },
    tool: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      description: 'a tool in use: notes on how to use it are left out, warnings are not',
    },
    shown: {
      type: 'string',
      multiple: true,
      value: 'PATH',
      completes: 'path',
      description: 'a memory that this conversation has seen already, by its path',
    },
    ...workspaceOption,
    ...ignoreOption,
  },
  positionals: [1, Number.POSITIVE_INFINITY],
  examples: [
    'mem recall when may I release',
    'mem recall deploy --links --shown release_rules.md',
    'mem recall 部署 --json | jq -r ".entries[].body"',
  ],
  async run({ options, positionals, world, choose, read }) {
    const query = positionals.join(' ');
    const limit = wholeNumber('limit', options.limit);
    const choice = choose();
    const isKnown = (options.workspace ?? choice.workspace) !== undefined;
    const loaded = isKnown ? await import('../open-workspace.js') : undefined;
    const opened = loaded?.openWorkspace(options.workspace, choice, world);
    const { directory, result } = await read((store) =>
      store.recall(query, {
        limit,
        followLinks: options.links,
        tools: options.tool,
        session: createRecallSession(options.shown),
        workspace: opened?.workspace,
      }),
    );
    const { entries, selector, omitted, notes } = result;
    return {
      json: { directory, entries: entries.map(recalledJson), selector, omitted, notes },
      page: entries.flatMap((entry, at) => [at === 0 ? '' : '\n', ...recalledPage(entry)]),
      notes: [
        ...(entries.length === 0 ? [`Nothing relevant for ${JSON.stringify(query)}.\n`] : []),
        ...omittedNote(omitted),
        ...notes.map((note) => `${oneLine(note)}\n`),
      ],
    };
  },
});

function recalledJson(entry: RecalledEntry) {
  const { path, name, type, body, truncated, age, claims, notes, linkedFrom } = entry;
  return {
    path,
    name,
    type: type ?? null,
    body,
    truncated,
    age: age ?? null,
    claims: claims.map(claimJson),
    notes,
    ...(linkedFrom !== undefined && { linkedFrom }),
    provenance: provenanceJson(entry.provenance),
  };
}

function recalledPage(entry: RecalledEntry) {
  const { path, name, type, body, notes, truncated, linkedFrom } = entry;
  const by = saidBy(entry.provenance);
  const text = body.replace(/^(\r?\n)+/, '');
  return [
    styled('bold', name),
    ...(type === undefined ? [] : ['  ', styled('cyan', type)]),
    '  ',
    styled('dim', linkedFrom === undefined ? path : `${path}, linked from ${linkedFrom}`),
    '\n',
    ...(by === undefined ? [] : [styled('dim', `said by ${by}`), '\n']),
    ...notes.flatMap((note) => [styled('yellow', note), '\n']),
    '\n',
    text === '' || text.endsWith('\n') ? text : `${text}\n`,
    ...(truncated ? [styled('dim', `… cut; "mem show" prints all of ${path}`), '\n'] : []),
  ];
}

function omittedNote(omitted: readonly string[]): Page {
  if (omitted.length === 0) return [];
  const which = omitted.map(oneLine).join(', ');
  return [`${count(omitted.length, 'memory', 'memories')} more without room: ${which}\n`];
}
