import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTree } from './copy-tree.js';
import { carryOutSetup } from './setup.js';

/** A copy of a case, in a small world of its own that shows every write outside the directory. */
export interface Sandbox {
  /** Everything below is watched. */
  readonly root: string;
  /** The copy of the case's `memory/`. */
  readonly memory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Paths below the root that the tool may write: the directory itself, its cache and state. */
  readonly writable: readonly string[];
  remove(): void;
}

const ownCache = join(tmpdir(), 'mem-corpus-compile-cache');

/** @throws UnusableCase when the preparation is not mechanical. */
export function makeSandbox(caseFolder: string, setup: unknown): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'mem-corpus-'));
  const work = join(root, 'work');
  copyTree(caseFolder, work);
  const memory = join(work, 'memory');
  mkdirSync(memory, { recursive: true });
  for (const folder of ['home', 'xdg', 'tmp']) mkdirSync(join(root, folder));
  writeFileSync(join(work, 'canary.md'), 'A file beside the directory. Nobody may touch it.\n');
  writeFileSync(join(root, 'home', 'canary.md'), 'A file at home. Nobody may touch it.\n');
  try {
    carryOutSetup(setup, { work, memory });
  } catch (error) {
    discard(root);
    throw error;
  }
  return {
    root,
    memory,
    environment: environmentOf(root),
    writable: ['work/memory', 'xdg'],
    remove: () => discard(root),
  };
}

/** Only what a program needs to start; nothing of the machine's own memory settings. */
function environmentOf(root: string): NodeJS.ProcessEnv {
  const xdg = join(root, 'xdg');
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    HOME: join(root, 'home'),
    USERPROFILE: join(root, 'home'),
    XDG_CACHE_HOME: join(xdg, 'cache'),
    XDG_CONFIG_HOME: join(xdg, 'config'),
    XDG_DATA_HOME: join(xdg, 'data'),
    XDG_STATE_HOME: join(xdg, 'state'),
    TMPDIR: join(root, 'tmp'),
    NODE_COMPILE_CACHE: ownCache,
  };
}

function discard(root: string): void {
  makeRemovable(root);
  rmSync(root, { recursive: true, force: true });
}

/** A setup may have taken the rights to a folder away. */
function makeRemovable(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) makeRemovable(join(path, name));
}
