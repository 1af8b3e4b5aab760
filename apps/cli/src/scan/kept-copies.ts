import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface KeptFile {
  /** Inside the memory directory. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const largest = 16 * 1024 * 1024;
const folders = ['.mem/trash', '.mem/tmp', '.mem/conflicts', '.mem/pending', '.mem/distill'];

/** What is kept beside the memories, where no list shows it: copies for undo, of conflicts, drafts. */
export function* keptCopies(directory: string): Iterable<KeptFile> {
  for (const folder of folders) {
    for (const name of namesIn(join(directory, folder))) {
      const bytes = readRegular(join(directory, folder, name));
      if (bytes) yield { path: `${folder}/${name}`, bytes };
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  } catch {
    // Most directories have not all of these folders.
    return [];
  }
}

/** Never through a link, never waiting on a pipe. */
function readRegular(path: string): Uint8Array | undefined {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch {
    return undefined;
  }
  try {
    const status = fstatSync(descriptor);
    return status.isFile() && status.size <= largest ? readFileSync(descriptor) : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
