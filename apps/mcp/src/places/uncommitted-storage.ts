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
  const missed = remembered(() => missedHistory(directory));
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
      const message = await missed();
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

/** In milliseconds: what is told of a lost history need not be newer. */
const shelfLife = 1_000;

function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let asked = 0;
  return () => {
    const now = Date.now();
    if (answer === undefined || Math.abs(now - asked) > shelfLife) {
      answer = ask();
      asked = now;
    }
    return answer;
  };
}
