import type { SearchHit } from '@mem/core';
import { filled } from '../arguments/filled.js';
import { ignoreOption } from '../arguments/ignore-option.js';
import { moment } from '../arguments/moment.js';
import { UsageError } from '../arguments/usage-error.js';
import { wholeNumber } from '../arguments/whole-number.js';
import { type Call, defineCommand } from '../command.js';
import { type Page, type Piece, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { explanationLines } from './explanation.js';
import { typeOption, unusualTypeNote } from './type-option.js';

const options = {
  ...typeOption,
  tag: { type: 'string', value: 'TAG', description: 'only memories with this tag' },
  since: {
    type: 'string',
    value: 'WHEN',
    description: 'only memories changed then or later: a date, or an age such as 7d or 3w',
  },
  before: { type: 'string', value: 'WHEN', description: 'only memories last changed before then' },
  contains: {
    type: 'boolean',
    description: 'the words as one piece of text, as it stands, in file-name order',
  },
  limit: { type: 'string', value: 'N', description: 'at most this many hits (20)' },
  explain: { type: 'boolean', description: 'say how each score came about' },
  ...ignoreOption,
} as const;

export const search = defineCommand({
  usage:
    'search WORDS... [--type TYPE] [--tag TAG] [--since WHEN] [--limit N] [--contains | --explain]',
  summary: 'search names, descriptions and bodies',
  details:
    'Best first; not every word must match. Reads the files as they are now: what anyone changed\na moment ago is found. That nothing is found is an answer too: exit 0.',
  options,
  positionals: [1, Number.POSITIVE_INFINITY],
  examples: [
    'mem search release friday',
    'mem search 部署 --type project --since 3w',
    'mem search deploy --explain',
    'mem search -- --dry-run',
  ],
  async run(call) {
    const query = call.positionals.join(' ');
    const asked = searchOptions(call);
    const { directory, result } = await call.read((store) => store.search(query, asked));
    const { hits, missing } = result;
    return {
      json: { directory, hits: hits.map(hitJson), missing },
      page: hits.flatMap(hitLines),
      notes:
        hits.length === 0
          ? [
              `Nothing found for ${JSON.stringify(query)}.\n`,
              ...unusualTypeNote(call.options.type, hits.length),
            ]
          : missed(missing),
    };
  },
});

function searchOptions({ options: given, world }: Call<typeof options>) {
  const { contains, explain } = given;
  const type = filled('type', given.type);
  const tag = filled('tag', given.tag);
  if (contains && explain) throw new UsageError('--contains and --explain exclude each other.');
  const now = world.now();
  const modifiedSince = moment('since', given.since, now);
  const modifiedBefore = moment('before', given.before, now);
  const limit = wholeNumber('limit', given.limit);
  return {
    ...(contains && { mode: 'contains' as const }),
    ...(type !== undefined && { type }),
    ...(tag !== undefined && { tag }),
    ...(modifiedSince && { modifiedSince }),
    ...(modifiedBefore && { modifiedBefore }),
    ...(limit !== undefined && { limit }),
    ...(explain && { explain }),
  };
}

function hitJson({ path, name, type, description, score, snippet, explanation }: SearchHit) {
  return {
    path,
    name,
    type: type ?? null,
    description: description ?? null,
    score,
    snippet,
    ...(explanation && { explanation }),
  };
}

function hitLines(hit: SearchHit): Page {
  const { name, type, description, path, snippet, explanation } = hit;
  return [
    styled('bold', name),
    ...(type === undefined ? [] : ['  ', styled('cyan', type)]),
    '  ',
    styled('dim', path),
    '\n    ',
    ...(snippet !== '' || description === undefined ? markedSnippet(hit) : [oneLine(description)]),
    '\n',
    ...(explanation ? explanationLines(hit.score, explanation) : []),
  ];
}

function markedSnippet({ snippet, marks }: SearchHit): Page {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    pieces.push(oneLine(snippet.slice(at, start)), styled('yellow', snippet.slice(start, end)));
    at = end;
  }
  return [...pieces, oneLine(snippet.slice(at))];
}

function missed(missing: readonly string[]): Page {
  if (missing.length === 0) return [];
  return [`Not found anywhere: ${missing.map((word) => oneLine(word)).join(', ')}\n`];
}
