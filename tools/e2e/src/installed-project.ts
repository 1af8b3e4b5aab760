import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders of everything that is published, as paths from the repository's root. */
export function publishedPackages(): string[] {
  return ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder)).map((name) => `${folder}/${name}`),
  );
}

export interface InstalledProject {
  readonly directory: string;
  /** The packed files, by the package's folder. */
  readonly tarballs: ReadonlyMap<string, string>;
}

const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
/** npm itself waits five minutes for a connection that stalls; asking again takes seconds. */
const patiently = ['--prefer-offline', '--fetch-timeout=20000', '--fetch-retries=6'];

/** Packs every package as for a release and installs them all into an empty project. */
export function installPacked(): InstalledProject {
  const directory = mkdtempSync(join(tmpdir(), 'mem-installed-'));
  const packed = join(directory, 'packed');
  mkdirSync(packed);
  const tarballs = new Map(publishedPackages().map((folder) => [folder, pack(folder, packed)]));
  writeFileSync(
    join(directory, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  );
  run('npm', ['install', ...quietly, ...patiently, ...tarballs.values()], directory);
  return { directory, tarballs };
}

function pack(folder: string, destination: string): string {
  const output = run(
    'npx',
    ['pnpm', 'pack', '--json', '--pack-destination', destination],
    join(repositoryRoot, folder),
  );
  const { filename } = JSON.parse(output.slice(output.indexOf('{'))) as { filename: string };
  return filename;
}

/** Runs a command to its end and gives what it printed; throws with all it said when it fails. */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 400_000,
  });
}
