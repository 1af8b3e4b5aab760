import { defineConfig } from 'rolldown';

export default defineConfig({
  input: { main: 'src/main.ts', 'fuzz-worker': 'src/fuzz-worker.ts' },
  platform: 'node',
  // gray-matter holds an eval, behind an engine that core never lets it reach.
  checks: { eval: false },
  resolve: { conditionNames: ['@mem/source', 'node', 'import', 'default'] },
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
});
