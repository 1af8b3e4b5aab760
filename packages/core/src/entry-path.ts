import type { StoragePath } from './storage.js';

/**
 * True for files that are memories: every `.md` at any depth that is not hidden, not below the
 * daily logs, and not an index (`MEMORY.md` of this directory or of a sub-folder).
 */
export function isEntryPath(path: StoragePath): boolean {
  if (!path.endsWith('.md')) return false;
  if (path.startsWith('.') || path.includes('/.')) return false;
  if (path.startsWith('logs/')) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.length > 3 && name.toLowerCase() !== 'memory.md';
}
