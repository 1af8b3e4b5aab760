import { defineConfig } from 'vitest/config';

/** Shared by each package's vitest.config.ts. Tests run on sources: no build is needed first. */
export default defineConfig({
  resolve: { conditions: ['@mem/source'] },
  ssr: { resolve: { conditions: ['@mem/source', 'node', 'import', 'module', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: '.test-results.json' }]],
  },
});
