import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Called around each file call; what `before` throws is thrown in the place of the call. */
export interface CallHooks {
  before?(name: string, values: readonly unknown[]): void;
  after?(name: string): void;
}

const names = [
  ...['openSync', 'closeSync', 'readSync', 'writeSync', 'fsyncSync', 'fstatSync', 'fchmodSync'],
  ...['statSync', 'lstatSync', 'realpathSync', 'readdirSync', 'mkdirSync', 'linkSync'],
  ...['renameSync', 'unlinkSync', 'readFileSync', 'writeFileSync', 'utimesSync', 'rmSync'],
] as const;

type AnyFunction = (...values: unknown[]) => unknown;
type Functions = Record<string, AnyFunction>;

/**
 * Puts hooks around every call of `node:fs` that concerns the directory, in this process and
 * whoever makes it, until the returned function is called. Modules that Node loads meanwhile, and
 * what lies elsewhere, stay out of it.
 */
export function hookFileCalls(directory: string, hooks: CallHooks): () => void {
  const functions = fs as unknown as Functions;
  const originals = new Map(names.map((name) => [name, functions[name] as AnyFunction]));
  const opened = new Set<unknown>();
  const concerns = (first: unknown) =>
    typeof first === 'number' ? opened.has(first) : isInside(first, directory);
  for (const [name, original] of originals) {
    functions[name] = (...values) => {
      if (!concerns(values[0])) return original(...values);
      hooks.before?.(name, values);
      const result = original(...values);
      if (name === 'openSync') opened.add(result);
      if (name === 'closeSync') opened.delete(values[0]);
      hooks.after?.(name);
      return result;
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) functions[name] = original;
    syncBuiltinESMExports();
  };
}

function isInside(path: unknown, directory: string): boolean {
  return typeof path === 'string' && (path === directory || path.startsWith(`${directory}/`));
}

/** What the system would throw. */
export function failure(code: string, name: string): Error {
  return Object.assign(new Error(`${code} in ${name}`), { code });
}
