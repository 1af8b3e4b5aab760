import { unescapeText } from './link-text.js';

export interface LinkTarget {
  /** Inside the memory directory, decoded, without `./`. */
  readonly path: string;
  /** With its `#`; empty when there is none. */
  readonly anchor: string;
}

/**
 * What a written target points to: an `.md` file inside the directory, else undefined (web
 * addresses, absolute paths, paths that lead out, other files).
 */
export function readLinkTarget(written: string): LinkTarget | undefined {
  const bare = written.startsWith('<') ? written.slice(1, -1) : written;
  const hash = bare.indexOf('#');
  const anchor = hash === -1 ? '' : bare.slice(hash);
  const target = unescapeText((hash === -1 ? bare : bare.slice(0, hash)).trim());
  if (target.length > 12_288 || /^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(target)) return undefined;
  const path = normalise(decode(target).replaceAll('\\', '/'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (path === undefined || /[\u0000-\u001f\u007f]/.test(path)) return undefined;
  return path.endsWith('.md') && !path.endsWith('/.md') && path !== '.md'
    ? { path, anchor }
    : undefined;
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function normalise(target: string): string | undefined {
  const segments: string[] = [];
  for (const segment of target.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined;
    if (segment !== '' && segment !== '.' && segment !== '..') segments.push(segment);
  }
  return segments.length > 0 ? segments.join('/') : undefined;
}

/** Every script stays readable; only what would end, hide or redirect a target is percent-encoded. */
const unsafe =
  /[\p{Cc}\p{Z}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff()<>[\]\\`"|#%]|&(?=#?\w{1,31};)/gu;

/** The target to write for a path; `readLinkTarget` gives the path back. */
export function writeLinkTarget(path: string): string {
  const encoded = path.toWellFormed().replace(unsafe, percentEncode);
  return encoded.replace(/^[A-Za-z][A-Za-z0-9+.-]*:/, (scheme) => `${scheme.slice(0, -1)}%3A`);
}

function percentEncode(text: string): string {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}
