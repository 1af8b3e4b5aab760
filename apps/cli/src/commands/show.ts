import type { MemoryEntry } from '@mem/core';
import { ignoreOption } from '../arguments/ignore-option.js';
import { type Call, defineCommand, type Outcome } from '../command.js';
import type { PastEntry } from '../history/read-past-entry.js';
import { saidBy } from '../pending/pending-view.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { entryJson } from '../view.js';

const options = {
  body: { type: 'boolean', description: 'print the body only, for another program' },
  at: {
    type: 'string',
    value: 'REVISION',
    description: 'as it was in that commit, under whatever name; see "mem log"',
  },
  ...ignoreOption,
} as const;

export const show = defineCommand({
  usage: 'show NAME [--at REVISION]',
  summary: 'print a memory',
  details: 'NAME is the memory’s name, its file’s name without .md, or its path.',
  options,
  positionals: [1, 1],
  completes: 'entry',
  examples: [
    'mem show no-friday-releases',
    'mem show no-friday-releases --body | wc -w',
    'mem show no-friday-releases --at HEAD~1',
  ],
  async run(call) {
    if (call.options.at !== undefined) return showAt(call, call.options.at);
    const { options: given, positionals, read } = call;
    const [target = ''] = positionals;
    const { directory, result: entry } = await read((store) => store.get(target));
    return {
      json: { directory, entry: entryJson(entry) },
      page: given.body ? [linesOf(entry.body)] : entryPage(entry),
    };
  },
});

async function showAt(call: Call<typeof options>, at: string): Promise<Outcome> {
  const [target = ''] = call.positionals;
  const { directory, result: entry } = await call.readHistory(async (git) => {
    const { readPastEntry } = await import('../history/read-past-entry.js');
    return readPastEntry(target, at, git);
  });
  return {
    json: { directory, at, entry },
    page: call.options.body ? [linesOf(entry.body)] : pastPage(entry, at),
  };
}

function pastPage({ name, type, description, path, body }: PastEntry, at: string): Page {
  return [
    styled('bold', name),
    ...(type === null ? [] : ['  ', styled('cyan', type)]),
    '\n',
    ...(description === null ? [] : [`${oneLine(description)}\n`]),
    styled('dim', `${path}, as it was in ${at}`),
    '\n\n',
    linesOf(body),
  ];
}

function entryPage(entry: MemoryEntry): Page {
  const { name, type, description, path, modified, links } = entry;
  const by = saidBy(entry.provenance);
  const dead = links.filter((link) => link.path === null).map(({ target }) => `[[${target}]]`);
  return [
    styled('bold', name),
    ...(type === undefined ? [] : ['  ', styled('cyan', type)]),
    '\n',
    ...(description === undefined ? [] : [`${oneLine(description)}\n`]),
    styled('dim', modified === undefined ? path : `${path}, changed ${modified}`),
    '\n',
    ...(by === undefined ? [] : [styled('dim', `said by ${by}`), '\n']),
    '\n',
    linesOf(entry.body),
    ...(dead.length > 0
      ? ['\n', styled('yellow', `Links to nothing: ${dead.join(' ')}`), '\n']
      : []),
  ];
}

function linesOf(body: string): string {
  return body === '' ? '' : `${body}\n`;
}
