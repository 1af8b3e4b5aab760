import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface KeptFile {
  /** Inside the memory directory. */
  readonly path: string;
  /** Undefined for what is no regular file, is too large, or cannot be read. */
  readonly bytes: Uint8Array | undefined;
}

const largest = 16 * 1024 * 1024;
const ownFolder = '.mem';
/** Its versions are what `--history` looks at. */
const privateHistory = '.mem/history.git';

/**
 * Everything that is kept beside the memories, where no list shows it: copies for undo, of
 * conflicts and of runs, notes, proposals. Never through a link, never waiting on a pipe.
 */
export function* keptCopies(directory: string): Iterable<KeptFile> {
  const waiting = [ownFolder];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const items = itemsIn(directory, folder);
    if (items === undefined) {
      yield { path: folder, bytes: undefined };
      continue;
    }
    for (const item of items) {
      const path = `${folder}/${item.name}`;
      if (!item.isDirectory()) yield { path, bytes: readRegular(join(directory, path)) };
      else if (path !== privateHistory) waiting.push(path);
    }
  }
}

/** A link in the place of `.mem` itself is not followed either. Undefined when it cannot be read. */
function itemsIn(directory: string, folder: string) {
  try {
    if (folder === ownFolder) {
      const own = readdirSync(directory, { withFileTypes: true }).find(
        ({ name }) => name === ownFolder,
      );
      if (own === undefined) return [];
      if (!own.isDirectory()) return undefined;
    }
    const items = readdirSync(join(directory, folder), { withFileTypes: true });
    return items.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return undefined;
  }
}

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
