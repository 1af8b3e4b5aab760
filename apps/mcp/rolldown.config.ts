import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/**
 * The program with all it needs, from the sources of our packages: `mem-mcp.js`, and beside it the
 * parts that it loads when they are first wanted.
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
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
});
