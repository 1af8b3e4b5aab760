import * as fs from 'node:fs';
import { dirname } from 'node:path';
import type { FileSystem } from '@mem/fs-node';
import { localFileSystem } from '@mem/fs-node/internal';
import { PowerLossModel } from './power-loss-model.ts';

export interface RecordedDisk {
  readonly fileSystem: FileSystem;
  readonly model: PowerLossModel;
}

type AnyFunction = (...values: unknown[]) => unknown;

/**
 * The machine's file system, with each call that changes the directory told to a model of what a
 * power cut would leave. `onChange` is called after each of them.
 */
export function recordDisk(directory: string, onChange: () => void): RecordedDisk {
  const model = new PowerLossModel();
  model.layOut(dirname(directory), 'folder');
  if (fs.existsSync(directory)) layOut(model, directory);
  const opened = new Map<unknown, number | string>();
  const record = (name: string, values: readonly unknown[], result: unknown): boolean => {
    const [first, second] = values as [string, string];
    switch (name) {
      case 'openSync': {
        const truncate = (Number(second) & fs.constants.O_TRUNC) !== 0;
        const target = model.open(first, { truncate });
        opened.set(result, target === 'folder' ? first : target);
        return true;
      }
      case 'writeSync': {
        const [, bytes, offset] = values as [number, Uint8Array, number];
        const written = bytes.slice(offset, offset + Number(result));
        model.append(opened.get(values[0]) as number, written);
        return true;
      }
      case 'fsyncSync': {
        const target = opened.get(values[0]);
        if (typeof target === 'number') model.syncFile(target);
        else model.syncFolder(target ?? '');
        return true;
      }
      case 'mkdirSync':
        makeFolders(model, first, directory);
        return true;
      case 'linkSync':
        model.link(first, second);
        return true;
      case 'renameSync':
        model.rename(first, second);
        return true;
      case 'unlinkSync':
        model.unlink(first);
        return true;
      default:
        return false;
    }
  };
  const fileSystem = new Proxy(localFileSystem, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        const result = (value as AnyFunction)(...values);
        if (record(String(property), values, result)) onChange();
        return result;
      };
    },
  });
  return { fileSystem, model };
}

function layOut(model: PowerLossModel, path: string): void {
  if (!fs.statSync(path).isDirectory()) {
    model.layOut(path, new Uint8Array(fs.readFileSync(path)));
    return;
  }
  model.layOut(path, 'folder');
  for (const name of fs.readdirSync(path)) layOut(model, `${path}/${name}`);
}

function makeFolders(model: PowerLossModel, path: string, directory: string): void {
  if (path.length > directory.length) makeFolders(model, dirname(path), directory);
  model.makeFolder(path);
}
