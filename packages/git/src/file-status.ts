import { type Stats, statSync } from 'node:fs';

/** Undefined too where nobody can tell: below a file, behind a closed folder, in a circle of links. */
export function fileStatus(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
