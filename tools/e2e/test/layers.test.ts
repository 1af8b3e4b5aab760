import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../src/installed-project.ts';
import { outsideImports } from '../src/module-graph.ts';

const entry = (path: string) => join(repositoryRoot, 'packages', path);

describe('dependencies point down', () => {
  it('core reaches its three libraries and nothing of a platform', async () => {
    const names = await outsideImports(entry('core/dist/index.js'));
    expect(names).toEqual(['gray-matter', 'yaml', 'zod']);
  });

  it('the storage cases of core reach nothing at all', async () => {
    expect(await outsideImports(entry('core/dist/storage-cases/index.js'))).toEqual([]);
  });

  it('fs-node reaches core and Node', async () => {
    const names = await outsideImports(entry('fs-node/dist/index.js'));
    expect(names.filter((name) => !name.startsWith('node:'))).toEqual(['@mem/core']);
  });

  it('the memory tool reaches core alone, and the AI SDK package that SDK and zod', async () => {
    expect(await outsideImports(entry('anthropic/dist/index.js'))).toEqual([
      '@mem/core',
      '@mem/core/internal',
    ]);
    expect(await outsideImports(entry('ai-sdk/dist/index.js'))).toEqual([
      '@mem/core',
      '@mem/core/internal',
      'ai',
      'zod',
    ]);
  });

  it('session reaches core and nothing of a platform', async () => {
    const names = await outsideImports(entry('session/dist/index.js'));
    expect(names).toEqual(['@mem/core', '@mem/core/internal']);
  });
});
