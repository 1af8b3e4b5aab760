import { isMemoryError, type StoragePath, storagePath } from '@mem/core';
import { failure } from './tool-failure.js';

/** Where the model believes the memory to be. */
export const memoryRoot = '/memories';

/** A place in the memory: as the model calls it, without a slash at the end, and as we do. */
export interface MemoryPath {
  readonly shown: string;
  /** Undefined for the memory directory itself. */
  readonly path: StoragePath | undefined;
}

/** A place that a file or a folder can be at. */
export interface InnerPath extends MemoryPath {
  readonly path: StoragePath;
}

/**
 * Checks a path of the model's. One slash at the end is allowed; whatever could lead out of the
 * memory, hidden files and our own `.mem/` are not.
 *
 * @throws ToolFailure
 */
export function memoryPath(given: string): MemoryPath {
  const shown = given.endsWith('/') ? given.slice(0, -1) : given;
  if (shown === memoryRoot) return { shown, path: undefined };
  if (!shown.startsWith(`${memoryRoot}/`)) {
    throw failure(`Path must be ${memoryRoot} or start with ${memoryRoot}/, got: ${quoted(given)}`);
  }
  const path = checkedPath(shown.slice(memoryRoot.length + 1), given);
  if (path.startsWith('.') || path.includes('/.')) {
    throw failure(
      `${quoted(given)} cannot be used: names that begin with a dot are not part of the memory`,
    );
  }
  return { shown, path };
}

export function isInside(place: MemoryPath): place is InnerPath {
  return place.path !== undefined;
}

export function shownPath(path: string): string {
  return `${memoryRoot}/${path}`;
}

function checkedPath(text: string, given: string): StoragePath {
  // Nothing here decodes a path, but whatever reads these files next might.
  if (/%(?:2e|2f|5c|00)/i.test(text)) {
    throw failure(`${quoted(given)} cannot be used: it holds an encoded dot, slash or NUL`);
  }
  try {
    return storagePath(text);
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    const why = error.message.slice(error.message.lastIndexOf(': ') + 2).replace(/\.$/, '');
    throw failure(`${quoted(given)} is not a path inside ${memoryRoot}: ${why}`);
  }
}

/** Control characters escaped, and not longer than anybody wants to read. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text);
}
