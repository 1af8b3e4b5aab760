import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

/** What a bundler for browsers has to be told; the same words stand in packages/core/README.md. */
const browserOptions = {
  platform: 'browser' as const,
  resolve: {
    conditionNames: ['@mem/source', 'import', 'default'],
    // gray-matter asks for `fs` when it is loaded and uses it only to read files by path.
    alias: { fs: fileURLToPath(new URL('../src/no-fs.ts', import.meta.url)) },
  },
};

describe('@mem/core in a browser', () => {
  it('bundles without a module of Node', async () => {
    const bundle = await rolldown({
      input: fileURLToPath(new URL('../../../packages/core/src/index.ts', import.meta.url)),
      ...browserOptions,
      logLevel: 'silent',
    });
    const { output } = await bundle.generate({ format: 'esm' });
    const imports = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []));
    const outside = imports.filter((name) => !output.some((chunk) => chunk.fileName === name));
    expect(outside).toEqual([]);
    const code = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
    expect(code).not.toMatch(/from\s*["']node:|require\(["']node:/);
  });
});
