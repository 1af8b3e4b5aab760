import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/**
 * True when the target lies in the root, links followed, and not among git's own files. The
 * target need not exist: then its nearest existing parent is what decides.
 */
export function isInside(root: string, target: string): boolean {
  const path = relative(resolveLinks(root), resolveLinks(target));
  const segments = path.split(sep);
  return (
    segments[0] !== '..' &&
    !path.startsWith(sep) &&
    !/^[A-Za-z]:/.test(path) &&
    !segments.some((segment) => segment.toLowerCase() === '.git')
  );
}

/** The path with links resolved as far as it exists. */
export function resolveLinks(path: string): string {
  const missing: string[] = [];
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return join(realpathSync(existing), ...missing);
    } catch {
      if (dirname(existing) === existing) return path;
      missing.unshift(basename(existing));
    }
  }
}
