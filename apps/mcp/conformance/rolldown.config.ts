import { defineConfig } from 'rolldown';

/** The server for the conformance tool, for this repository only. */
export default defineConfig({
  input: 'conformance/server.ts',
  platform: 'node',
  checks: { eval: false },
  resolve: { conditionNames: ['@mem/source', 'node', 'import', 'default'] },
  output: { file: 'conformance/dist/server.js', format: 'esm', codeSplitting: false },
});
