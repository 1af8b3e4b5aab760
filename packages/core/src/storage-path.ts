import { MemoryError } from './errors.js';
import type { StoragePath } from './storage.js';

/** The index of a memory directory. */
export const indexPath = 'MEMORY.md' as StoragePath;

/**
 * Checks a path. Segments are joined by `/`; none is empty, `.` or `..`, holds a
 * backslash or a control character, names a drive, or is longer than 255 bytes.
 *
 * @throws MemoryError INVALID_PATH
 */
export function storagePath(text: string): StoragePath {
  const fault = faultOf(text);
  if (fault) {
    throw new MemoryError(
      'INVALID_PATH',
      `${JSON.stringify(text)} is not a path inside the memory directory: ${fault}.`,
    );
  }
  return text as StoragePath;
}

function faultOf(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (text.length > 4096) return 'it is longer than 4,096 characters';
  if (text.startsWith('/')) return 'it is absolute';
  if (text.includes('\\')) return 'it holds a backslash';
  if (!text.isWellFormed()) return 'it is not well-formed Unicode';
  for (const segment of text.split('/')) {
    const fault = segmentFault(segment);
    if (fault) return fault;
  }
  return undefined;
}

function segmentFault(segment: string): string | undefined {
  if (segment === '') return 'a part of it is empty';
  if (segment === '.' || segment === '..') return 'it holds "." or ".."';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(segment)) return 'it holds a control character';
  if (/^[A-Za-z]:$/.test(segment)) return 'it names a drive';
  if (new TextEncoder().encode(segment).length > 255) return 'a part of it is over 255 bytes';
  return undefined;
}

/** The last part of the path, without `.md`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.endsWith('.md') ? name.slice(0, -3) : name;
}

/** A path as a shell may complete it, `./note.md`, without the dot. */
export function withoutDot(path: string): string {
  return path.replace(/^(?:\.\/+)+/, '');
}
