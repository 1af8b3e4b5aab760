import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

// What every start loads, as one file: the protocol, the schemas of the tools, and what it takes to
// open a directory and list it for the instructions. The entry itself is no part of it.
const starting = new RegExp(
  [
    'node_modules.@modelcontextprotocol.(?!node.)',
    'node_modules.zod.',
    'mcp.src.(answer|notices|places.(?!workspace)|program|prompts|resources|server|stdio|tools)',
    'git.src.kept-history[.]',
    'fs-node.src.(?!workspace)',
    'core.src.(context.(?!render-index)|recall.recall-session|search.(contains|each-entry|search-filter)[.]|instructions|token-estimate|memory-type|errors|problem|ignore[.]|entry[.])',
    'core.src.(storage|storage-path|entry-path|find-entry|fold|nearest-names|provenance|visible-text|markdown-code)[.]',
    'core.src.pending.(check-pending|create-pending)',
    'core.src.entry-file.(parse-plain|assemble|body-text|canonical-keys|conflict|decode|header-field|header-value|line-ends|header-lines|simple)',
    'core.src.store.(argument-rules|check-arguments|create-memory-store|directory-view|guard|write-queue|read-entry|is-about|list-|links|defined-of|require-entry)',
  ].join('|'),
);

/**
 * The program with all it needs, from the sources of our packages: `mem-mcp.js`, and beside it the
 * parts that it loads when they are first wanted. CommonJS, because Node loads it faster.
 */
export default defineConfig({
  input: { 'mem-mcp': 'src/main.ts' },
  platform: 'node',
  preserveEntrySignatures: false,
  // gray-matter holds an eval, behind an engine that core never lets it reach.
  checks: { eval: false },
  resolve: { conditionNames: ['@mem/source', 'node', 'import', 'default'] },
  transform: { define: { MEM_VERSION: JSON.stringify(version) } },
  plugins: [
    {
      name: 'program',
      writeBundle: (_, bundle) => {
        chmodSync('dist/mem-mcp.js', 0o755);
        writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
        for (const name of readdirSync('dist/parts')) {
          if (!Object.hasOwn(bundle, `parts/${name}`)) rmSync(`dist/parts/${name}`);
        }
      },
    },
  ],
  output: {
    dir: 'dist',
    format: 'cjs',
    minify: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'start', test: starting },
        // Loaded only where a history is kept or asked for.
        { name: 'git', test: /packages.git.src./ },
      ],
    },
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
});
