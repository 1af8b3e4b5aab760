import fs from 'node:fs';

const block = 4096;

/**
 * The room on a disk that is full: none, but for what files leave that are removed or replaced.
 * Takes the calls of `node:fs` by their names and arguments, before they are made.
 */
export class RoomLeft {
  #blocks = 0;

  /** False when the call needs more than there is; else what it takes, and gives, is reckoned with. */
  admits(name: string, values: readonly unknown[]): boolean {
    const needed = neededBy(name, values);
    if (needed > this.#blocks) return false;
    this.#blocks += freedBy(name, values) - needed;
    return true;
  }
}

function neededBy(name: string, [, data, , length]: readonly unknown[]): number {
  if (name === 'mkdirSync') return 1;
  if (name !== 'writeSync') return 0;
  return blocksOf(typeof length === 'number' ? length : Buffer.from(data as Uint8Array).length);
}

function freedBy(name: string, [path, target]: readonly unknown[]): number {
  if (name === 'unlinkSync') return blocksAt(path);
  return name === 'renameSync' ? blocksAt(target) : 0;
}

/** None for a file that has another name besides. */
function blocksAt(path: unknown): number {
  const status = fs.lstatSync(String(path), { throwIfNoEntry: false });
  return status?.isFile() && status.nlink === 1 ? blocksOf(status.size) : 0;
}

function blocksOf(bytes: number): number {
  return Math.ceil(bytes / block);
}
