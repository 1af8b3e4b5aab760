import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMemoryError, MemoryError, type Storage, type StoragePath, storagePath } from '@mem/core';
import { placeOf } from '@mem/fs-node/internal';
import { GitError } from './git-error.js';
import type { GitProgram } from './git-program.js';
import { isKept } from './outside-changes.js';
import { runGit } from './run-git.js';
import { type SparsePlace, sparsePlace } from './sparse-place.js';

/**
 * The memory files that a sparse checkout (`git sparse-checkout set`) has taken out of the working
 * tree of the repository around a directory. They are as much there as all others: a name that one
 * of them has is taken, and an index that is hidden would be begun anew, without its lines.
 */
export class SparseCheckout {
  readonly #directory: string;
  readonly #program: GitProgram;
  /** The mark of an index that hides nothing here. */
  #open: string | undefined;

  /** @param directory may be hidden as a whole, and then does not exist */
  constructor(directory: string, program: GitProgram) {
    this.#directory = directory;
    this.#program = program;
  }

  /** Costs no call of git where no repository around the directory ever was a sparse checkout. */
  async hidden(): Promise<readonly StoragePath[]> {
    const place = sparsePlace(this.#directory);
    return place === undefined ? [] : (await this.#hidden(place)).map(({ path }) => path);
  }

  /** The command that brings the hidden files back, for a person. */
  async remedy(): Promise<string> {
    const place = sparsePlace(this.#directory);
    if (place === undefined) return withoutSparse;
    const args = ['config', '--type=bool', 'core.sparseCheckoutCone'];
    const isCone = await this.#git(place, args)
      .then((answer) => answer.toString('latin1').trim() === 'true')
      .catch(() => false);
    // Of patterns that leave a file out, another pattern takes nothing back.
    return isCone && place.folder !== ''
      ? `\`git sparse-checkout add ${quoted(place.folder)}\``
      : withoutSparse;
  }

  /**
   * Brings the files back as git has them staged, before anything else is written.
   *
   * @returns what was brought back
   * @throws MemoryError REFUSED when that fails
   */
  async bringBack(storage: Storage): Promise<readonly StoragePath[]> {
    const place = sparsePlace(this.#directory);
    if (place === undefined) return [];
    const hidden = await this.#hidden(place);
    if (hidden.length === 0) return [];
    try {
      for (const { path, id } of hidden) {
        await writeNew(storage, path, await this.#git(place, ['cat-file', 'blob', id]));
      }
    } catch (error) {
      throw new MemoryError(
        'REFUSED',
        `Nothing was written: a sparse checkout hides memory files, and they could not be brought back. ${await this.remedy()} does that.`,
        { cause: error },
      );
    }
    await this.#tellIndex(place, hidden);
    return hidden.map(({ path }) => path);
  }

  async #hidden(place: SparsePlace): Promise<HiddenFile[]> {
    const mark = indexMark(place);
    if (mark !== undefined && mark === this.#open) return [];
    try {
      const args = ['ls-files', '-t', '-s', '-z', '--', place.folder || '.'];
      const hidden = parseHidden(await this.#git(place, args), place);
      if (hidden.length === 0) this.#open = mark;
      return hidden;
    } catch (error) {
      // Without a git that answers, memories are written as ever.
      if (error instanceof GitError) return [];
      throw error;
    }
  }

  /** Where another git holds the index, that one or the next sees for itself that they are there. */
  async #tellIndex(place: SparsePlace, hidden: readonly HiddenFile[]): Promise<void> {
    const input = hidden.map(({ inTree }) => `${inTree}\0`).join('');
    const args = ['update-index', '--no-skip-worktree', '-z', '--stdin'];
    await runGit(this.#program, { cwd: place.workTree }, args, { input, writes: true }).catch(
      () => {},
    );
  }

  async #git({ workTree }: SparsePlace, args: readonly string[]): Promise<Buffer> {
    const options = { maxOutput: 1024 * 1024 * 1024 };
    return (await runGit(this.#program, { cwd: workTree }, args, options)).stdout;
  }
}

const withoutSparse = '`git sparse-checkout disable`';

interface HiddenFile {
  readonly path: StoragePath;
  readonly inTree: string;
  readonly id: string;
}

function indexMark({ gitDir }: SparsePlace): string | undefined {
  const status = statSync(join(gitDir, 'index'), { throwIfNoEntry: false });
  return status && `${gitDir} ${status.ino} ${status.size} ${status.mtimeMs}`;
}

/** Those that have the mark of a sparse checkout and are really not there. */
function parseHidden(output: Buffer, { workTree, folder }: SparsePlace): HiddenFile[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, id, inTree = ''] = /^S 100\d{3} ([0-9a-f]+) 0\t(.*)$/s.exec(line) ?? [];
      const path = inTree.startsWith(prefix) ? memoryPath(inTree.slice(prefix.length)) : undefined;
      if (id === undefined || path === undefined) return [];
      return isThere(join(workTree, inTree)) ? [] : [{ path, inTree, id }];
    });
}

function memoryPath(text: string): StoragePath | undefined {
  try {
    const path = storagePath(text);
    return isKept(path) && placeOf(path) === 'open' ? path : undefined;
  } catch {
    return undefined;
  }
}

function isThere(place: string): boolean {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Whoever was faster has written it. */
async function writeNew(storage: Storage, path: StoragePath, bytes: Uint8Array): Promise<void> {
  try {
    await storage.write(path, bytes, { expect: null });
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
  }
}

function quoted(folder: string): string {
  return /^[\p{L}\p{N}_./-]+$/u.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
}
