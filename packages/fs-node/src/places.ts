import type { StoragePath } from '@mem/core';

/** The hidden folder for what the storage and core keep beside the memories. */
export const hiddenFolder = '.mem';

/**
 * What the storage itself, and a history beside it, keep there: nobody reads, lists or writes it
 * through the storage.
 */
const ownNames = new Set(['tmp', 'lock', 'trash', 'git', 'history.git']);

/**
 * - `open`: a file that people and programs see
 * - `reserved`: below `.mem/`, stored for core, listed only when asked for
 * - `own`: the storage's own files below `.mem/`
 * - `hidden`: a hidden file or folder of somebody else
 */
export type Place = 'open' | 'reserved' | 'own' | 'hidden';

export function placeOf(path: StoragePath): Place {
  if (!path.startsWith('.') && !path.includes('/.')) return 'open';
  if (path !== hiddenFolder && !path.startsWith(`${hiddenFolder}/`)) return 'hidden';
  const inside = path.slice(hiddenFolder.length + 1);
  if (inside === '') return 'own';
  if (inside.startsWith('.') || inside.includes('/.')) return 'own';
  return isOwnName(inside.split('/', 1)[0] ?? '') ? 'own' : 'reserved';
}

/** True for the names directly below `.mem/` that are the storage's own. */
export function isOwnName(name: string): boolean {
  return ownNames.has(name.toLowerCase());
}
