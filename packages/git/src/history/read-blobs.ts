import { gitIn, type Repository } from '../repository.js';

const maxOutput = 1024 * 1024 * 1024;

/**
 * The bytes of files by what names them: ids, or `commit:path` where the commit is a full id. One
 * call of git for all. What is not there, or no file, is absent from the answer.
 */
export async function readBlobs(
  repository: Repository,
  names: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>();
  const unique = [...new Set(names)];
  if (unique.length === 0) return blobs;
  const input = unique.map((name) => `${name}\n`).join('');
  const { stdout } = await gitIn(repository, ['cat-file', '--batch'], { input, maxOutput });
  let offset = 0;
  for (const name of unique) {
    const end = stdout.indexOf(0x0a, offset);
    if (end < 0) break;
    const line = stdout.toString('utf8', offset, end);
    offset = end + 1;
    const [, kind, size] = / (blob|tree|commit|tag) (\d+)$/.exec(line) ?? [];
    // "… missing" and its like have no contents behind them.
    if (size === undefined) continue;
    if (kind === 'blob') blobs.set(name, stdout.subarray(offset, offset + Number(size)));
    offset += Number(size) + 1;
  }
  return blobs;
}
