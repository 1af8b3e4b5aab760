import { defineConfig } from 'rolldown';

// The processes that the tests start and kill, each one file, bundled from sources.
export default defineConfig({
  input: {
    'storm-worker': 'src/storm-worker.ts',
    'storm-reader': 'src/storm-reader.ts',
    'fault-worker': 'src/harness/fault-worker.ts',
    'kill-victim': 'src/harness/kill-victim.ts',
    'agent-worker': 'src/harness/agent-worker.ts',
    'person-worker': 'src/harness/person-worker.ts',
    main: 'src/main.ts',
  },
  platform: 'node',
  resolve: { conditionNames: ['@mem/source', 'node', 'import', 'default'] },
  output: {
    dir: 'dist',
    format: 'esm',
    // As the other tools have it; the rest are started by it and by the tests.
    entryFileNames: ({ name }) => (name === 'main' ? 'main.js' : '[name].mjs'),
    chunkFileNames: '[name].mjs',
  },
});
