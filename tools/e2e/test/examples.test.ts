import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, run } from '../src/installed-project.ts';

const examples = readdirSync(join(repositoryRoot, 'examples'), { withFileTypes: true })
  .filter((item) => item.isDirectory())
  .map((item) => item.name);

describe('examples', () => {
  it.each(examples)('%s runs and finds all as it should be', (name) => {
    const directory = join(repositoryRoot, 'examples', name);
    expect(run(process.execPath, ['main.mjs'], directory)).not.toBe('');
  });
});
