import type { Repository } from './repository.js';

/** The memory files as an argument of git that a person can copy into a shell, from any folder. */
export function memoryPathspec({ prefix }: Pick<Repository, 'prefix'>): string {
  if (prefix === '') return `':/*.md'`;
  const folder = prefix.replace(/\/$/, '');
  if (/^[\p{L}\p{N}_./-]+$/u.test(folder)) return `:/${folder}`;
  return `':(top,literal)${folder.replaceAll("'", "'\\''")}'`;
}
