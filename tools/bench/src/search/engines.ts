import { create, insertMultiple, search as searchOrama } from '@orama/orama';
import type DatabaseConstructor from 'better-sqlite3';
import { Document as FlexDocument } from 'flexsearch';
import MiniSearch from 'minisearch';
import { parseQuery } from '../../../../packages/core/src/search/parse-query.js';
import { RankedIndex } from '../../../../packages/core/src/search/ranked-index.js';
import { fileText, type GeneratedText } from './generated-texts.js';
import { tokensOf } from './tokens-of.js';

/** Answers a query with up to 20 hits. */
export type Search = (query: string) => unknown;

/** Takes all texts in. Engines that take a tokenizer get ours, and the same field weights. */
export type Engine = (texts: readonly GeneratedText[]) => Search | Promise<Search>;

const limit = 20;
const boost = { name: 3, description: 2 };

export const ourEngine: Engine = (texts) => {
  const index = new RankedIndex();
  for (const text of texts) index.set(text.path, text, Buffer.byteLength(fileText(text)));
  return (query) => index.rank(parseQuery(query), { limit });
};

export const miniSearchEngine: Engine = (texts) => {
  const engine = new MiniSearch<GeneratedText>({
    idField: 'path',
    fields: ['name', 'description', 'body'],
    tokenize: tokensOf,
    processTerm: (term) => term,
    searchOptions: { boost, prefix: (_term, index, terms) => index === terms.length - 1 },
  });
  engine.addAll(texts);
  return (query) => engine.search(query).slice(0, limit);
};

export const oramaEngine: Engine = async (texts) => {
  const engine = create({
    schema: { name: 'string', description: 'string', body: 'string' } as const,
    components: {
      tokenizer: {
        language: 'english',
        normalizationCache: new Map(),
        tokenize: (raw: string) => tokensOf(raw),
      },
    },
  });
  await insertMultiple(
    engine,
    texts.map(({ path: id, name, description, body }) => ({ id, name, description, body })),
  );
  return (term) => searchOrama(engine, { term, limit, boost });
};

export const flexSearchEngine: Engine = (texts) => {
  const engine = new FlexDocument({
    document: { id: 'path', index: ['name', 'description', 'body'] },
    tokenize: 'strict',
    encode: tokensOf,
  });
  for (const { path, name, description, body } of texts) {
    engine.add({ path, name, description, body });
  }
  return (query) => engine.search(query, { limit, suggest: true });
};

/** Texts go in as our tokens with blanks between, which its own tokenizer takes as they are. */
export function ftsEngine(Database: typeof DatabaseConstructor): Engine {
  return (texts) => {
    const database = new Database(':memory:');
    database.exec(
      `CREATE VIRTUAL TABLE notes USING fts5(path UNINDEXED, name, description, body,
         tokenize = "unicode61 remove_diacritics 0 tokenchars '_-.#'")`,
    );
    const insert = database.prepare('INSERT INTO notes VALUES (?, ?, ?, ?)');
    const spaced = (text: string): string => tokensOf(text).join(' ');
    database.transaction(() => {
      for (const { path, name, description, body } of texts) {
        insert.run(path, spaced(name), spaced(description), spaced(body));
      }
    })();
    const select = database.prepare(
      `SELECT path FROM notes WHERE notes MATCH ? ORDER BY bm25(notes, 0, 3, 2, 1) LIMIT ${limit}`,
    );
    return (query) => select.all(ftsQuery(query));
  };
}

function ftsQuery(query: string): string {
  const tokens = tokensOf(query).map((token) => `"${token}"`);
  return `${tokens.join(' OR ')}*`;
}
