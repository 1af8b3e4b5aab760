import { wholeNumber } from '../arguments/whole-number.js';
import { defineCommand } from '../command.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';

export const search = defineCommand({
  usage: 'search WORDS... [--type TYPE] [--limit N] [--contains]',
  summary: 'search names, descriptions and bodies',
  details:
    'Best first; not every word must match. Reads the files as they are now: what anyone changed\na moment ago is found.',
  options: {
    type: { type: 'string', value: 'TYPE', description: 'only memories of this type' },
    contains: {
      type: 'boolean',
      description: 'the words as one piece of text, as it stands, in file-name order',
    },
    limit: { type: 'string', value: 'N', description: 'at most this many hits (20)' },
  },
  positionals: [1, Number.POSITIVE_INFINITY],
  examples: [
    'mem search release friday',
    'mem search 部署 --type project',
    'mem search -- --dry-run',
  ],
  async run({ options, positionals, read }) {
    const query = positionals.join(' ');
    const { type } = options;
    const limit = wholeNumber('limit', options.limit);
    const { directory, result } = await read((store) =>
      store.search(query, {
        ...(options.contains && { mode: 'contains' }),
        ...(type !== undefined && { type }),
        ...(limit !== undefined && { limit }),
      }),
    );
    const { hits, missing } = result;
    return {
      json: { directory, hits: hits.map(hitJson), missing },
      page: hits.flatMap(hitLines),
      notes:
        hits.length === 0 ? [`Nothing found for ${JSON.stringify(query)}.\n`] : missed(missing),
    };
  },
});

interface Hit {
  readonly path: string;
  readonly name: string;
  readonly type?: string;
  readonly description?: string;
  readonly score: number;
  readonly snippet: string;
}

function hitJson({ path, name, type, description, score, snippet }: Hit) {
  return { path, name, type: type ?? null, description: description ?? null, score, snippet };
}

function hitLines({ name, type, description, path, snippet }: Hit): Page {
  return [
    styled('bold', name),
    ...(type === undefined ? [] : ['  ', styled('cyan', type)]),
    '  ',
    styled('dim', path),
    '\n',
    snippet !== '' || description === undefined
      ? `    ${oneLine(snippet)}\n`
      : `    ${oneLine(description)}\n`,
  ];
}

function missed(missing: readonly string[]): Page {
  if (missing.length === 0) return [];
  return [`Not found anywhere: ${missing.map((word) => oneLine(word)).join(', ')}\n`];
}
