import { defineConfig } from 'rolldown';

// The processes that the tests start and kill, each one file, bundled from sources.
export default defineConfig({
  input: {
    'storm-worker': 'src/storm-worker.ts',
    'storm-reader': 'src/storm-reader.ts',
    'fault-worker': 'src/harness/fault-worker.ts',
  },
  platform: 'node',
  resolve: { conditionNames: ['@mem/source', 'node', 'import', 'default'] },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  },
});
