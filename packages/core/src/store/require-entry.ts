import { AmbiguousError, MemoryError, NotFoundError } from '../errors.js';
import { findEntry } from '../find-entry.js';
import { nearestNames } from '../nearest-names.js';
import { withoutDot } from '../storage-path.js';
import type { DirectorySnapshot, KnownEntry } from './directory-view.js';
import { itemAt } from './sorted-by-path.js';

/**
 * The one entry that answers to a name, a file's stem or a path.
 *
 * @throws NotFoundError when none does, with near names
 * @throws AmbiguousError when several do
 */
export function requireEntry(target: string, snapshot: DirectorySnapshot): KnownEntry {
  if (target.trim() === '') {
    throw new MemoryError('INVALID_ENTRY', 'The name is empty. Give the name of a memory.');
  }
  const found = findAsWritten(target, snapshot.entries);
  switch (found.kind) {
    case 'found':
      return itemAt(snapshot.entries, found.path) as KnownEntry;
    case 'ambiguous':
      throw ambiguous(target, found.paths);
    case 'near':
      throw notFound(target, found.names);
    case 'none':
      throw notFound(target, nearestNames(target, snapshot.entries));
  }
}

function findAsWritten(target: string, entries: DirectorySnapshot['entries']) {
  const found = findEntry(target, entries);
  const path = withoutDot(target);
  return found.kind === 'none' && path !== target ? findEntry(path, entries) : found;
}

export function ambiguous(target: string, paths: readonly string[]): AmbiguousError {
  return new AmbiguousError(
    `Several memories answer to ${quote(target)}: ${paths.join(', ')}. Nothing was touched; give the file name of the one you mean.`,
    paths as AmbiguousError['candidates'],
  );
}

function notFound(target: string, near: readonly string[]): NotFoundError {
  const hint =
    near.length > 0
      ? `Did you mean ${near.map(quote).join(' or ')}?`
      : 'List all names to see what there is.';
  return new NotFoundError(`There is no memory named ${quote(target)}. ${hint}`, near);
}

/** A name for an error message: in quotes, one line, nothing invisible, not endless. */
export function quote(text: string): string {
  const shown = text.length > 120 ? `${text.slice(0, 119)}…` : text;
  return JSON.stringify(shown);
}
