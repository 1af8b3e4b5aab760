import { MemoryError, type Problem } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { SparseCheckout } from '@mem/git';
import { count } from '../view.js';
import type { World } from '../world.js';

/** For a directory that seems not to be there: undefined where nothing hides it. */
export async function hiddenDirectory(
  directory: string,
  { environment }: World,
): Promise<MemoryError | undefined> {
  const sparse = new SparseCheckout(directory, { environment });
  if ((await sparse.hidden()).length === 0) return undefined;
  return new MemoryError(
    'NOT_FOUND',
    `The memory directory ${directory} is hidden by a sparse checkout. ${await sparse.remedy()} brings it back.`,
  );
}

/** Before anything is written: a hidden index would be begun anew, and a hidden name taken twice. */
export async function bringBackHidden(
  directory: string,
  { environment }: World,
): Promise<readonly Problem[]> {
  const sparse = new SparseCheckout(directory, { environment });
  const back = (await sparse.bringBack(createDirectoryStorage(directory))).length;
  if (back === 0) return [];
  const files = count(back, 'memory file', 'memory files');
  const message = `A sparse checkout had hidden ${files} here, which a change needs: they are back.`;
  return [{ kind: 'storage-warning', path: '.', message }];
}
