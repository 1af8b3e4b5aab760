import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

// What every start loads. The entry itself is no part of it: parts must not need the entry.
const starting =
  /cli.src.(arguments.(nearest|option|parse-options|usage-error)[.]|terminal.|commands.table[.]|command[.]|exit-code[.]|print[.]|run[.]|world[.])|directory-rule.inside[.]|core.src.(errors|memory-type)[.]/;

/** Of the directory storage, what only a change needs. */
const writing =
  '(?:directory-changes|write-file|remove-file|lock|trash|change-log|temp-file|process-identity|workplace|conditions|append-file|conflicts|swapped-files)[.]';
/** Of the search, what only a program that searches twice needs. */
const searchingAgain = '(?:live-index|ranked-index|postings|term-dictionary)[.]';

const reading = new RegExp(
  [
    'cli.src.(call|open-store|view)[.]|git.src.kept-history[.]',
    'fs-node.src.directory-rule.',
    `fs-node.src.(?!directory-rule|workspace|consolidation-lock|count-conversations|${writing})`,
    `core.src.search.(?!${searchingAgain})`,
    'core.src.(storage|storage-path|entry-path|find-entry|fold|nearest-names|provenance)[.]',
    'core.src.pending.(check-pending|create-pending)',
    'core.src.seen.(noting|is-watched)',
    'core.src.entry-file.(parse-plain|body-text|canonical-keys|assemble|conflict|decode|header-field|header-value|line-ends|header-lines|simple)',
    'core.src.store.(create-memory-store|directory-view|guard|write-queue|check-arguments|argument-rules|read-entry|is-about|search-|list-|get-entry|defined-of|require-entry|links)',
  ].join('|'),
);

/**
 * The program with all it needs, from the sources of our packages: `mem.js`, and beside it the
 * parts that it loads when a verb wants them. As one file all of it would be compiled at every
 * start, which takes longer than most verbs do. CommonJS, because Node loads it faster.
 */
export default defineConfig({
  input: { mem: 'src/main.ts' },
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
        chmodSync('dist/mem.js', 0o755);
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
    // Few files: each that a start has to load costs about as much as a small verb.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: 'start',
          test: starting,
        },
        // What every verb that reads memories loads, as one file: most starts are of those.
        { name: 'read', test: reading },
        { name: 'write', test: new RegExp(`fs-node.src.${writing}`) },
        { name: 'search-again', test: new RegExp(`core.src.search.${searchingAgain}`) },
        { name: 'session', test: /packages.session.src/ },
        // Loaded only where a history is kept or asked for.
        { name: 'git', test: /packages.git.src.(?!kept-history)/ },
      ],
    },
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
});
