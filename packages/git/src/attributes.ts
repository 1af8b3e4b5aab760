import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { attributesLine } from './attributes-line.js';
import { commonDir, type Repository, readIfThere } from './repository.js';

/**
 * Tells this clone of the repository, in `info/attributes`, that memory files go to the disk as
 * they were committed: without a change of line ends and through no filter. Nobody else sees it.
 */
export function ensureAttributes(repository: Repository): void {
  const path = `${commonDir(repository)}/info/attributes`;
  const line = attributesLine(repository.prefix);
  try {
    const text = readIfThere(path);
    if (text.split('\n').includes(line)) return;
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
  } catch {
    // Commits hold the bytes with and without it; only what git itself writes may differ then.
  }
}
