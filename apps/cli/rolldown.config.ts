import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/**
 * The program with all it needs, from the sources of our packages: `mem.js`, and beside it the
 * parts that it loads when a verb wants them. As one file all of it would be compiled at every
 * start, which takes longer than most verbs do.
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
        for (const name of readdirSync('dist/parts')) {
          if (!Object.hasOwn(bundle, `parts/${name}`)) rmSync(`dist/parts/${name}`);
        }
      },
    },
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    minify: true,
    // Few files: each that a start has to load costs about as much as a small verb.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: 'start',
          test: /apps.cli.src|directory-rule|core.src.(errors|memory-type)/,
          minShareCount: 2,
        },
      ],
    },
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
});
