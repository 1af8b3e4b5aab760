import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PackageFacts, PathKind, Workspace } from '@mem/core';
import { createWorkspaceFiles, maxTextBytes, type WorkspaceFiles } from './workspace-files.js';
import { createWorkspaceHistory } from './workspace-history.js';
import { createWordSearch } from './workspace-words.js';

export interface WorkspaceOptions {
  /**
   * Folders to leave out when files and words are looked for, absolute or inside the root: the
   * memory directory above all, where every word of a memory stands.
   */
  readonly exclude?: readonly string[];
  /** What one search may take, in milliseconds, before it answers that it cannot tell; 3,000. */
  readonly timeLimit?: number;
}

/**
 * The directory of a project, for testing what memories claim about it. Only reads; never leaves
 * the root, not through a link either; answers that it cannot tell where a look would take long.
 * What it saw is trusted for two seconds.
 */
export function createWorkspace(root: string, options: WorkspaceOptions = {}): Workspace {
  const timeLimit = options.timeLimit ?? 3_000;
  const place = createPlace(root);
  const excluded = (options.exclude ?? []).map((folder) => path.resolve(root, folder));
  const files = createWorkspaceFiles(place.root, { excluded, timeLimit });
  const words = createWordSearch(files, { timeLimit });
  const history = createWorkspaceHistory(place.root, { timeLimit });
  return {
    kindOf: async (target) => place.kindOf(target),
    find: files.find,
    async lineCount(target) {
      const text = place.kindOf(target) === 'file' ? files.readText(target) : undefined;
      return text === undefined || text.length === maxTextBytes ? undefined : countLines(text);
    },
    holdsWords: (wanted) => words.search(wanted),
    hasCommit: (hash) => history.hasCommit(hash),
    async renamedTo(target) {
      const renamed = await history.renamedTo(target);
      return renamed !== undefined && place.kindOf(renamed) === 'file' ? renamed : undefined;
    },
    packages: () => readPackages(files),
  };
}

interface Place {
  /** With links resolved, so that what lies below can be compared with it. */
  readonly root: string;
  kindOf(target: string): PathKind;
}

function createPlace(given: string): Place {
  const root = realPath(given) ?? path.resolve(given);
  return {
    root,
    kindOf(written) {
      const target = written.replace(/^~(?=\/|$)/, os.homedir());
      // A drive of Windows stays outside on every other system.
      const isFull = path.isAbsolute(target) || /^[A-Za-z]:\//.test(target);
      const below = isFull ? relativeTo([root, path.resolve(given)], target) : target;
      if (below === undefined || below.includes('\0')) return 'unknown';
      const full = path.join(root, below);
      if (relativeTo([root], full) === undefined) return 'unknown';
      return kindBelow(root, full);
    },
  };
}

function kindBelow(root: string, full: string): PathKind {
  try {
    const parent = fs.realpathSync(path.dirname(full));
    if (full !== root && relativeTo([root], parent) === undefined) return 'unknown';
    const status = fs.lstatSync(full);
    if (status.isDirectory()) return 'directory';
    if (!status.isSymbolicLink()) return 'file';
    // A link that leads out is there, but what it leads to is none of our business.
    const target = realPath(full);
    const inside = target !== undefined && relativeTo([root], target) !== undefined;
    return inside && fs.statSync(target).isDirectory() ? 'directory' : 'file';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return 'unknown';
    return fs.existsSync(root) ? 'none' : 'unknown';
  }
}

/** The path inside the first of the folders that holds it; undefined when none does. */
function relativeTo(folders: readonly string[], target: string): string | undefined {
  if (!path.isAbsolute(target)) return undefined;
  for (const folder of folders) {
    const below = path.relative(folder, target);
    if (below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below))
      return below;
  }
  return undefined;
}

function realPath(target: string): string | undefined {
  try {
    return fs.realpathSync(target);
  } catch {
    return undefined;
  }
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) lines++;
  return text.length > 0 && text[text.length - 1] !== 10 ? lines + 1 : lines;
}

/** A workspace has few packages; what a test keeps as fixtures need not all be read. */
const maxPackages = 300;

async function readPackages(files: WorkspaceFiles): Promise<PackageFacts | undefined> {
  const { paths, complete } = await files.find('package.json');
  const scripts = new Set<string>();
  const dependencies = new Set<string>();
  let readable = 0;
  for (const target of paths.slice(0, maxPackages)) {
    const manifest = parseObject(files.readText(target));
    if (!manifest) continue;
    readable++;
    for (const name of keysOf(manifest.scripts)) scripts.add(name);
    for (const [field, value] of Object.entries(manifest)) {
      if (/dependencies$/i.test(field)) for (const name of keysOf(value)) dependencies.add(name);
    }
  }
  if (readable === 0) return undefined;
  return {
    scripts: [...scripts],
    dependencies: [...dependencies, ...files.programs()],
    complete: complete && readable === paths.length,
  };
}

function parseObject(text: Buffer | undefined): { readonly scripts?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
