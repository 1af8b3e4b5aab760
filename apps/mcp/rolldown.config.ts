import { resolve } from 'node:path';
import { directoryWriting, openingCore, programConfig } from '../../rolldown.program.ts';

// What every start loads, as one file: the protocol, the schemas of the tools, and what it takes to
// open a directory and list it for the instructions. The entry itself is no part of it.
const starting = new RegExp(
  [
    'node_modules.@modelcontextprotocol.(?!node.)',
    'node_modules.zod.',
    'mcp.src.(answer.(?!redact)|notices|places.(?!workspace)|program|prompts|resources|server|stdio|tools)',
    'git.src.(?:file-status|kept-history|sparse-place)[.]',
    `(?!${directoryWriting})fs-node.src.(?!workspace)`,
    'core.src.(context.(?!render-index)|recall.recall-session|search.(contains|each-entry|search-filter|searched-word|parse-query|term-matcher|term-pattern|tokenize|characters|picture|unsure-characters|prefix|score|stem|stop-words)[.]|instructions|token-estimate|memory-type|errors|problem|ignore[.]|entry[.]|visible-text|markdown-code|teaching)',
    ...openingCore,
  ].join('|'),
);

export default programConfig(
  'mem-mcp',
  [
    { name: 'start', test: starting },
    { name: 'secrets', test: /core.src.guard.redact-secrets|mcp.src.answer.redact/ },
    { name: 'write', test: new RegExp(directoryWriting) },
    // Loaded only where a history is kept or asked for.
    { name: 'git', test: /packages.git.src./ },
  ],
  { '@modelcontextprotocol/server/_shims': resolve('src/server/sdk-shims.ts') },
);
