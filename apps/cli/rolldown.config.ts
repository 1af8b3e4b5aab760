import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** One file with everything in it, made from the sources of all packages. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  resolve: { conditionNames: ['@mem/source', 'node', 'import', 'default'] },
  transform: { define: { MEM_VERSION: JSON.stringify(version) } },
  output: {
    file: 'dist/mem.js',
    format: 'esm',
    codeSplitting: false,
    banner: '#!/usr/bin/env node',
  },
});
