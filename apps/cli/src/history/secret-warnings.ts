import type { GuardOptions, Problem, Storage, StoragePath } from '@mem/core';
import type { World } from '../world.js';

/**
 * What looks like a secret in files that came out of a history: nothing is refused there, since the
 * history holds it anyway. By rule and line, never by value.
 */
export async function secretWarnings(
  storage: Storage,
  paths: readonly string[],
  guard: GuardOptions,
  { now }: World,
): Promise<Problem[]> {
  if (paths.length === 0) return [];
  const [{ Scan }, { decodeText }] = await Promise.all([
    import('../scan/scan-texts.js'),
    import('@mem/core/internal'),
  ]);
  const scan = new Scan(guard, now());
  for (const path of paths) {
    // What cannot be read is told by `mem check`.
    const file = await storage.read(path as StoragePath).catch(() => undefined);
    if (file) scan.look({ file: path, commit: null, text: decodeText(file.bytes).text });
  }
  return scan.findings
    .filter(({ group }) => group === 'secret')
    .map(({ file, line, rule, message }) => ({
      kind: 'secret-suspected',
      path: file ?? '.',
      line,
      message: `${message} Rule ${rule}, line ${line}.`,
      fix: 'Change the secret where it is used, then take it out: docs/purge-a-secret.md tells how.',
    }));
}
