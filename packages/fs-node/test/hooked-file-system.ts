import type { FileSystem } from '../src/index.js';

export interface CallHooks {
  /** Before the call; what it throws is thrown instead of making the call. */
  before?(name: string, values: readonly unknown[]): void;
  after?(name: string, values: readonly unknown[], result: unknown): void;
}

/** The file system with hooks around every call. */
export function hookedFileSystem(fileSystem: FileSystem, hooks: CallHooks): FileSystem {
  return new Proxy(fileSystem, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const name = String(property);
      return (...values: unknown[]) => {
        hooks.before?.(name, values);
        const result: unknown = Reflect.apply(value, target, values);
        hooks.after?.(name, values, result);
        return result;
      };
    },
  });
}
