import { storagePath } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { settingPath } from '@mem/git/kept-history';

/** Notes what the writing verbs do from now on in a directory whose repository does not say it. */
export async function writeSetting(directory: string, setting: 'host' | 'off' | undefined) {
  const storage = createDirectoryStorage(directory);
  const path = storagePath(settingPath);
  if (setting === undefined) await storage.remove(path);
  else await storage.write(path, new TextEncoder().encode(`${setting}\n`));
}
