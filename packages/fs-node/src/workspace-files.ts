import * as fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Workspace } from '@mem/core';
import { monotonicTime } from './monotonic-time.js';

export interface WorkspaceFile {
  /** Inside the root, with `/`. */
  readonly path: string;
  /** It lies in a folder of a name that tools write their results to. */
  readonly generated: boolean;
}

export interface WorkspaceFiles {
  find: Workspace['find'];
  /** Every file, as far as it could be walked in time. */
  all(): Promise<{ readonly files: readonly WorkspaceFile[]; readonly complete: boolean }>;
  /** The first `maxTextBytes` of a file; undefined for what cannot be read or is no regular file. */
  readText(target: string): Buffer | undefined;
  /** Names of the programs that installed packages bring. */
  programs(): readonly string[];
}

interface Walked {
  readonly files: WorkspaceFile[];
  /** Paths of files and folders by their name in small letters. */
  readonly byName: Map<string, string[]>;
  /** Paths of files by what of their name, in small letters, stands before the first dot. */
  readonly byStem: Map<string, string[]>;
  complete: boolean;
}

/** Never looked into: what others wrote, and histories. */
const foreign = new Set([
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  'bower_components',
  '.pnpm-store',
]);
const generated =
  /^(?:dist|build|out|target|coverage|\.next|\.nuxt|\.turbo|\.cache|\.venv|venv|__pycache__|\.gradle|\.tox)$/;
const maxFiles = 100_000;
/** What is larger is data, of which the beginning is enough. */
export const maxTextBytes = 20_000_000;
const trustedFor = 2_000;

export function createWorkspaceFiles(
  root: string,
  { excluded, timeLimit }: { readonly excluded: readonly string[]; readonly timeLimit: number },
): WorkspaceFiles {
  let walked: { readonly at: number; readonly result: Promise<Walked> } | undefined;
  const look = () => {
    if (!walked || monotonicTime() - walked.at > trustedFor) {
      walked = { at: monotonicTime(), result: walkAll(root, excluded, timeLimit) };
    }
    return walked.result;
  };
  return {
    async find(name, options) {
      const { byName, byStem, complete } = await look();
      const key = name.toLowerCase();
      const paths = byName.get(key) ?? [];
      const longer = options?.anySuffix ? (byStem.get(key) ?? []) : [];
      return { paths: [...paths, ...longer], complete };
    },
    all: look,
    readText: (target) => readRegular(path.join(root, target)),
    programs: () => namesIn(path.join(root, 'node_modules', '.bin')),
  };
}

async function walkAll(
  root: string,
  excluded: readonly string[],
  timeLimit: number,
): Promise<Walked> {
  const walked: Walked = { files: [], byName: new Map(), byStem: new Map(), complete: true };
  const deadline = monotonicTime() + timeLimit;
  const waiting = [{ folder: '', generated: false }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (walked.files.length > maxFiles || monotonicTime() > deadline) {
      walked.complete = false;
      return walked;
    }
    if (walked.files.length % 500 === 0) await setImmediate();
    for (const item of itemsIn(path.join(root, at.folder), walked)) {
      const target = at.folder + item.name;
      if (excluded.includes(path.join(root, target))) continue;
      remember(walked.byName, item.name, target);
      const dot = item.name.indexOf('.', 1);
      if (dot > 0) remember(walked.byStem, item.name.slice(0, dot), target);
      if (item.isFile()) walked.files.push({ path: target, generated: at.generated });
      if (!item.isDirectory() || foreign.has(item.name)) continue;
      waiting.push({ folder: `${target}/`, generated: at.generated || generated.test(item.name) });
    }
  }
  return walked;
}

function itemsIn(folder: string, walked: Walked): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    walked.complete = false;
    return [];
  }
}

function remember(byName: Map<string, string[]>, name: string, target: string): void {
  const key = name.toLowerCase();
  const known = byName.get(key);
  if (!known) byName.set(key, [target]);
  else known.push(target);
}

function readRegular(full: string): Buffer | undefined {
  let file: number | undefined;
  try {
    // A link is not followed, and opening a pipe does not wait for its other end.
    file = fs.openSync(
      full,
      fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
    );
    const status = fs.fstatSync(file);
    if (!status.isFile()) return undefined;
    if (status.size < maxTextBytes) return fs.readFileSync(file);
    const text = Buffer.alloc(maxTextBytes);
    return text.subarray(0, fs.readSync(file, text, 0, maxTextBytes, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
