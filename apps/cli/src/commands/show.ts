import type { MemoryEntry } from '@mem/core';
import { ignoreOption } from '../arguments/ignore-option.js';
import { defineCommand } from '../command.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { entryJson } from '../view.js';

export const show = defineCommand({
  usage: 'show NAME',
  summary: 'print a memory',
  details: 'NAME is the memory’s name, its file’s name without .md, or its path.',
  options: {
    body: { type: 'boolean', description: 'print the body only, for another program' },
    ...ignoreOption,
  },
  positionals: [1, 1],
  completes: 'entry',
  examples: ['mem show no-friday-releases', 'mem show no-friday-releases --body | wc -w'],
  async run({ options, positionals, read }) {
    const [target = ''] = positionals;
    const { directory, result: entry } = await read((store) => store.get(target));
    return {
      json: { directory, entry: entryJson(entry) },
      page: options.body ? [linesOf(entry.body)] : entryPage(entry),
    };
  },
});

function entryPage(entry: MemoryEntry): Page {
  const { name, type, description, path, modified, links } = entry;
  const dead = links.filter((link) => link.path === null).map(({ target }) => `[[${target}]]`);
  return [
    styled('bold', name),
    ...(type === undefined ? [] : ['  ', styled('cyan', type)]),
    '\n',
    ...(description === undefined ? [] : [`${oneLine(description)}\n`]),
    styled('dim', modified === undefined ? path : `${path}, changed ${modified}`),
    '\n\n',
    linesOf(entry.body),
    ...(dead.length > 0
      ? ['\n', styled('yellow', `Links to nothing: ${dead.join(' ')}`), '\n']
      : []),
  ];
}

function linesOf(body: string): string {
  return body === '' ? '' : `${body}\n`;
}
