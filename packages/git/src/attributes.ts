import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { commonDir, type Repository, readIfThere } from './repository.js';

const plainBytes = '-text -filter -ident -working-tree-encoding';

/**
 * Tells this clone of the repository, in `info/attributes`, that memory files go to the disk as
 * they were committed: without a change of line ends and through no filter. Nobody else sees it.
 */
export function ensureAttributes(repository: Repository): void {
  const path = `${commonDir(repository)}/info/attributes`;
  const line = `${pattern(repository.prefix)} ${plainBytes}`;
  try {
    const text = readIfThere(path);
    if (text.split('\n').includes(line)) return;
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
  } catch {
    // Commits hold the bytes with and without it; only what git itself writes may differ then.
  }
}

function pattern(prefix: string): string {
  const folder = prefix.replace(/[\\*?[\]!#]/g, '\\$&');
  const text = prefix === '' ? '*.md' : `/${folder}**/*.md`;
  return /[\s"\\\p{Cc}]/u.test(text) ? JSON.stringify(text) : text;
}
