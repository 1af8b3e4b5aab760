// Sets up a fresh clone on a machine that has only Node and npm, and does nothing, quickly, when
// all is up to date. What it prints goes to standard error: standard output belongs to the program.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const binaries = join(root, 'node_modules', '.bin');

// An npx that this runs below (`npx -p node@24 -- npm test`) hands its package on to every npx
// inside, which would then look for its own command in that package.
const { npm_config_package: _package, npm_config_call: _call, ...inherited } = process.env;

/** For child processes: the tools of the workspace first, and nobody is told about the run. */
export const environment = {
  ...inherited,
  PATH: `${binaries}${delimiter}${process.env.PATH}`,
  DO_NOT_TRACK: '1',
};

/** Installs when the lock file is not the one that node_modules was made from. */
export function ensureInstalled() {
  const installed = join(root, 'node_modules', '.pnpm', 'lock.yaml');
  if (isSame(join(root, 'pnpm-lock.yaml'), installed)) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pnpm = packageManager.split('+')[0];
  tell('Installing what the workspace needs …');
  runOrExit('npx', ['-y', pnpm, 'install', '--frozen-lockfile'], { shell: isWindows });
}

/** Runs the `build` script of these packages when a source has changed since it last ran. */
export function ensureBuilt(packages) {
  const stamp = join(root, 'node_modules', '.mem-built', packages.map(fileName).join('+'));
  const current = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current && packages.every(isBuilt))
    return;
  tell(`Building ${packages.join(', ')} …`);
  const filters = packages.flatMap((name) => ['--filter', name]);
  const pnpm = join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  runOrExit(process.execPath, [pnpm, ...filters, '--silent', 'run', 'build']);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
}

const isWindows = process.platform === 'win32';
const workspaceFolders = ['packages', 'apps', 'tools', 'examples'];

/** Every folder of the workspace with a package in it, relative to the root. */
export function workspacePackages() {
  return workspaceFolders.flatMap((folder) =>
    namesIn(join(root, folder))
      .map((name) => join(folder, name))
      .filter((path) => existsSync(join(root, path, 'package.json'))),
  );
}

/** Changes whenever a file that a build reads is added, removed or written. */
function fingerprint() {
  const hash = createHash('sha256');
  hash.update(process.version);
  for (const file of sourceFiles()) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

function sourceFiles() {
  const packages = workspacePackages();
  return [
    ...filesIn(root, /(^rolldown.*|^tsconfig.*|^pnpm-lock)\.(ts|json|yaml)$/),
    ...packages.flatMap((path) => filesIn(join(root, path), /\.(ts|json)$/)),
    ...packages.flatMap((path) => filesBelow(join(root, path, 'src'))),
  ].sort();
}

function filesIn(folder, pattern) {
  return namesIn(folder)
    .filter((name) => pattern.test(name) && !name.startsWith('.'))
    .map((name) => join(folder, name));
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath ?? item.path, item.name));
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function isBuilt(name) {
  const path = workspacePackages().find((folder) => nameOf(folder) === name);
  return path !== undefined && existsSync(join(root, path, 'dist'));
}

/** The name in a package's package.json. */
export function nameOf(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name;
}

function fileName(packageName) {
  return packageName.replace(/[^a-z0-9-]/g, '_');
}

function isSame(a, b) {
  return existsSync(b) && readFileSync(a, 'utf8') === readFileSync(b, 'utf8');
}

/** Shows what the command prints only when it fails: a set-up that goes well needs no words. */
function runOrExit(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  tell(`"${command} ${args.join(' ')}" failed${done.error ? `: ${done.error.message}` : ''}.`);
  process.exit(1);
}

function tell(text) {
  process.stderr.write(`${text}\n`);
}
