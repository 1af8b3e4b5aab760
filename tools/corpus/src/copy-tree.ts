import {
  chmodSync,
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';

/**
 * Copies a folder with its links, times and names of any bytes. The source may be read-only: the
 * copy can be written.
 */
export function copyTree(from: string, to: string): void {
  copyItem(Buffer.from(from), Buffer.from(to));
}

function copyItem(from: Buffer, to: Buffer): void {
  const status = lstatSync(from);
  if (status.isSymbolicLink()) {
    symlinkSync(readlinkSync(from, { encoding: 'buffer' }), to);
    lutimesSync(to, status.atime, status.mtime);
    return;
  }
  if (status.isDirectory()) {
    mkdirSync(to);
    for (const name of readdirSync(from, { encoding: 'buffer' })) {
      copyItem(below(from, name), below(to, name));
    }
  } else copyFileSync(from, to);
  chmodSync(to, status.mode | (status.isDirectory() ? 0o700 : 0o600));
  utimesSync(to, status.atime, status.mtime);
}

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name]);
}
