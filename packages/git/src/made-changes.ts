import { createHash } from 'node:crypto';
import type { StoragePath } from '@mem/core';
import { isObject, parseObject } from './json.js';
import { parsePath } from './waiting-change-file.js';
import type { WorkFolder } from './work-folder.js';

/** A change that was made here and is finished: it is in a commit, or none of it can be in one. */
export interface MadeChange {
  /** Its commit, as it was when it was made; null when none of its files could be committed. */
  readonly commit: string | null;
  /** Tells the commit from others when it was made anew, as a rebase does: see `commitMark`. */
  readonly mark: string;
  /** One line. */
  readonly message: string;
  /** The id under which the storage keeps the old contents of its files. */
  readonly change?: string;
  /** The commit or kept change that it took back. */
  readonly undoes?: string;
  readonly paths: readonly StoragePath[];
  /** Of its files those that are in no commit, as the repository ignores them. */
  readonly uncommitted: readonly StoragePath[];
}

/** The same for a commit and for what a rebase, an amendment of files or a cherry-pick makes of it. */
export function commitMark(atMilliseconds: number, message: string): string {
  const seconds = Math.max(0, Math.floor(atMilliseconds / 1000));
  const digest = createHash('sha256').update(message.trimEnd()).digest('hex');
  return `${seconds}-${digest.slice(0, 16)}`;
}

const fileName = 'made';
/** Of a file that has grown larger, the newer half is kept. */
const largestBytes = 4 * 1024 * 1024;

/**
 * What the programs of this toolkit did in this directory on this machine, in its order. A commit
 * does not tell that: others' changes come in with the same trailers.
 */
export class MadeChanges {
  readonly #folder: WorkFolder;

  constructor(folder: WorkFolder) {
    this.#folder = folder;
  }

  /** Oldest first. Lines that a crash has cut short are passed over. */
  read(): MadeChange[] {
    const lines = (this.#folder.read(fileName) ?? '').split('\n');
    return lines.map(parseMade).filter((change) => change !== undefined);
  }

  /** Call while no other process commits. */
  add(changes: readonly MadeChange[]): void {
    if (changes.length === 0) return;
    const text = changes.map((change) => `${JSON.stringify(change)}\n`).join('');
    const size = this.#folder.append(fileName, text);
    if (size > largestBytes) this.#dropOlderHalf();
  }

  #dropOlderHalf(): void {
    const changes = this.read();
    const newer = changes.slice(Math.ceil(changes.length / 2));
    this.#folder.write(fileName, newer.map((change) => `${JSON.stringify(change)}\n`).join(''));
  }
}

/** A directory may come from anywhere: what does not fit is left out. */
function parseMade(line: string): MadeChange | undefined {
  const value = parseObject(line);
  if (!isObject(value)) return undefined;
  const { commit, mark, message, change, undoes, paths, uncommitted } = value;
  if (commit !== null && !(typeof commit === 'string' && /^[0-9a-f]{40,64}$/.test(commit))) {
    return undefined;
  }
  if (typeof mark !== 'string' || typeof message !== 'string') return undefined;
  return {
    commit,
    mark,
    message,
    ...(typeof change === 'string' ? { change } : {}),
    ...(typeof undoes === 'string' ? { undoes } : {}),
    paths: parsePaths(paths),
    uncommitted: parsePaths(uncommitted),
  };
}

function parsePaths(value: unknown): StoragePath[] {
  if (!Array.isArray(value)) return [];
  return value.map(parsePath).filter((path) => path !== undefined);
}
