import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode, nonce } from '@mem/fs-node/internal';
import { blobId } from '../blob-id.js';
import type { Repository } from '../repository.js';
import type { ChangedFile } from './merge-commits.js';
import { rulesPath } from './merge-rules.js';

/**
 * Brings the rules for git onto the disk, where their repository has files there. What somebody has
 * edited and not committed stays, and git shows it; so does what cannot be written now.
 */
export function writeRules(repository: Repository, { from, to }: ChangedFile): void {
  if (repository.kind === 'private') return;
  const file = `${repository.workTree}/${rulesPath}`;
  try {
    const present = readIfThere(file);
    const id = present && blobId(repository.objectFormat, present);
    if (id !== from?.id) return;
    if (to === null) rmSync(file, { force: true });
    else replace(file, to);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Git reads the old rules or the new ones. */
function replace(file: string, bytes: Uint8Array): void {
  const temp = `${file}.${nonce()}`;
  try {
    writeFileSync(temp, bytes, { flag: 'wx' });
    renameSync(temp, file);
  } finally {
    rmSync(temp, { force: true });
  }
}
