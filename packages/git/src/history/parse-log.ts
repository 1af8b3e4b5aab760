import type { StoragePath } from '@mem/core';
import type { CommitFile, CommitRecord } from './commit-record.js';

/** The fields of a commit, told apart by NUL, which none of them can hold. */
export const logFormat = '%H%x00%P%x00%an%x00%ae%x00%aI%x00%B%x00%(trailers:only,unfold)';
const fieldCount = 7;

/** Reads what `git log -z --raw` prints in `logFormat`; files outside the prefix are left out. */
export function parseLog(output: string, prefix: string): CommitRecord[] {
  const parts = output.split('\0');
  const commits: CommitRecord[] = [];
  for (let at = 0; at + fieldCount < parts.length; ) {
    const fields = parts.slice(at, at + fieldCount);
    const { files, next } = readFiles(parts, at + fieldCount, prefix);
    commits.push(commitOf(fields, files));
    at = next;
  }
  return commits;
}

/** Reads what `git diff-tree -z --raw` prints. */
export function parseRaw(output: string, prefix: string): CommitFile[] {
  return readFiles(output.split('\0'), 0, prefix).files;
}

function commitOf(fields: readonly string[], files: readonly CommitFile[]): CommitRecord {
  const [id = '', parents = '', name = '', email = '', date = '', message = '', trailers = ''] =
    fields;
  return {
    id,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name, email },
    date,
    subject: message.split('\n', 1)[0] ?? '',
    message: message.replace(/\n$/, ''),
    trailers: trailers.split('\n').flatMap((line) => {
      const [, key, value] = /^([A-Za-z0-9-]+): ?(.*)$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [{ key, value }];
    }),
    files,
  };
}

/** Entries are `:modes ids status`, then one path or, of a rename, two. */
function readFiles(
  parts: readonly string[],
  from: number,
  prefix: string,
): { files: CommitFile[]; next: number } {
  const files: CommitFile[] = [];
  let at = from;
  for (; /^\n?:/.test(parts[at] ?? ''); ) {
    const status = (parts[at] ?? '').split(' ')[4]?.[0] ?? '';
    const isPair = status === 'R' || status === 'C';
    const old = parts[at + 1] ?? '';
    const path = isPair ? (parts[at + 2] ?? '') : old;
    at += isPair ? 3 : 2;
    files.push(...fileOf(status, old, path, prefix));
  }
  return { files, next: at };
}

/** A rename across the border of the memory directory is what it looks like from inside. */
function fileOf(status: string, old: string, path: string, prefix: string): CommitFile[] {
  const inside = (text: string) => text.slice(prefix.length) as StoragePath;
  const from = inside(old);
  const to = inside(path);
  if (!path.startsWith(prefix)) {
    return status === 'R' && old.startsWith(prefix) ? [{ path: from, action: 'removed' }] : [];
  }
  if (status === 'R' && old.startsWith(prefix)) return [{ path: to, action: 'renamed', from }];
  if (status === 'A' || status === 'C' || status === 'R') return [{ path: to, action: 'added' }];
  return [{ path: to, action: status === 'D' ? 'removed' : 'changed' }];
}
