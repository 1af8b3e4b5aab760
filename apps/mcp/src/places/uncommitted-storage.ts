import type { DirectoryStorage } from '@mem/fs-node';
import { missedHistory, sparsePlace } from '@mem/git/kept-history';

/**
 * The storage of a directory whose changes nobody commits: it says so where that was otherwise
 * before, and brings back what a sparse checkout hides before anything is written, since a hidden
 * index would be begun anew, and a hidden name taken twice.
 */
export function uncommittedStorage(
  storage: DirectoryStorage,
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): DirectoryStorage {
  const bringBack = async () => {
    if (sparsePlace(directory) === undefined) return;
    const { SparseCheckout } = await import('@mem/git');
    await new SparseCheckout(directory, { environment }).bringBack(storage);
  };
  const own: Required<Pick<DirectoryStorage, 'write' | 'remove' | 'checkpoint'>> = {
    async write(...values) {
      await bringBack();
      return await storage.write(...values);
    },
    async remove(...values) {
      await bringBack();
      return await storage.remove(...values);
    },
    async checkpoint(change) {
      const result = (await storage.checkpoint?.(change)) ?? { warnings: [] };
      const message = await missedHistory(directory);
      if (message === undefined) return result;
      return { ...result, warnings: [...result.warnings, { message }] };
    },
  };
  return new Proxy(storage, {
    get(target, key) {
      if (key in own) return Reflect.get(own, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
