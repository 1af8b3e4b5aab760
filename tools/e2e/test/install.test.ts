import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type InstalledProject,
  installPacked,
  publishedPackages,
  repositoryRoot,
  run,
} from '../src/installed-project.ts';
import { snippetsOf } from '../src/snippets.ts';

let project: InstalledProject;

beforeAll(() => {
  project = installPacked();
}, 600_000);

describe('packages as a stranger gets them', () => {
  it.each(publishedPackages())('%s has its README, licence field and no tests inside', (folder) => {
    const listing = run('tar', ['-tzf', project.tarballs.get(folder) as string], repositoryRoot);
    expect(listing).toContain('package/README.md');
    expect(listing).not.toMatch(/\.test\.|fixtures|tsbuildinfo/);
  });

  it.each(publishedPackages().filter((folder) => folder.startsWith('packages/')))(
    '%s passes publint and are-the-types-wrong',
    (folder) => {
      const tarball = project.tarballs.get(folder) as string;
      run('npx', ['publint', 'run', tarball, '--strict'], join(repositoryRoot, 'tools/e2e'));
      run('npx', ['attw', tarball, '--profile', 'esm-only'], join(repositoryRoot, 'tools/e2e'));
    },
    120_000,
  );

  it('puts the bins on the path', () => {
    const bin = join(project.directory, 'node_modules/.bin/mem');
    expect(existsSync(bin)).toBe(true);
    expect(run(bin, ['--version'], project.directory)).toMatch(/^\d+\.\d+\.\d+/);
  });
});

const snippets = snippetsOf(repositoryRoot);

describe('snippets of the pages', () => {
  it.each(snippets.filter(({ language }) => language === 'js'))(
    'runs $where',
    ({ code }) => {
      const directory = mkdtempSync(join(project.directory, 'snippet-'));
      writeFileSync(join(directory, 'snippet.mjs'), code);
      run(process.execPath, ['snippet.mjs'], directory);
    },
    60_000,
  );

  it.each(snippets.filter(({ language, code }) => language === 'sh' && /^mem /m.test(code)))(
    'runs the mem commands of $where',
    ({ code }) => {
      const home = mkdtempSync(join(tmpdir(), 'mem-home-'));
      const directory = join(home, 'memory');
      if (!/^mem init /m.test(code)) {
        mkdirSync(directory);
        writeFileSync(join(home, '.mem.json'), '{ "directory": "memory" }');
      }
      if (!/^mem save /m.test(code)) seedExample(directory);
      for (const line of commandLines(code)) {
        run('sh', ['-c', line], home, {
          HOME: home,
          EDITOR: 'true',
          VISUAL: '',
          PATH: `${join(project.directory, 'node_modules/.bin')}:${process.env.PATH}`,
        });
      }
    },
    120_000,
  );
});

/** The commands as printed. */
function commandLines(code: string): string[] {
  return code
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('mem ') && !line.startsWith('mem tour'));
}

/** The memory that the pages speak about. */
function seedExample(directory: string): void {
  run(
    join(project.directory, 'node_modules/.bin/mem'),
    [
      'save',
      'release-rules',
      '--dir',
      directory,
      '--type',
      'feedback',
      '--description',
      'Releases go out Monday to Thursday',
      '--body',
      'Never on a Friday.',
    ],
    project.directory,
  );
}
