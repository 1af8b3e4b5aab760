import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One thing below a folder, with all that a reading call must leave as it is. */
export interface Item {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Of a file its bytes, of a link its target. */
  readonly bytes: Buffer;
  /** Nanoseconds. */
  readonly modifiedAt: bigint;
  readonly mode: number;
}

/** By path relative to the folder, `/` between segments. */
export type Snapshot = ReadonlyMap<string, Item>;

/**
 * Links are not followed. `skip` names paths that are left out, with all below them. A name that
 * is not UTF-8 appears with U+FFFD; the file itself is found all the same.
 */
export function takeSnapshot(folder: string, skip: readonly string[] = []): Snapshot {
  const items = new Map<string, Item>();
  collect(Buffer.from(folder), '', new Set(skip), items);
  return items;
}

function collect(
  folder: Buffer,
  prefix: string,
  skip: ReadonlySet<string>,
  items: Map<string, Item>,
): void {
  for (const name of readdirSync(folder, { encoding: 'buffer' }).sort(Buffer.compare)) {
    const path = `${prefix}${name.toString('utf8')}`;
    if (skip.has(path)) continue;
    const full = Buffer.concat([folder, Buffer.from('/'), name]);
    const item = itemAt(full);
    items.set(path, item);
    if (item.kind === 'folder') collect(full, `${path}/`, skip, items);
  }
}

function itemAt(path: Buffer): Item {
  const status = lstatSync(path, { bigint: true });
  const common = { modifiedAt: status.mtimeNs, mode: Number(status.mode) & 0o7777 };
  if (status.isFile()) return { ...common, kind: 'file', bytes: readFileSync(path) };
  const none = Buffer.alloc(0);
  if (status.isDirectory()) return { ...common, kind: 'folder', bytes: none };
  if (status.isSymbolicLink()) {
    return { ...common, kind: 'link', bytes: readlinkSync(path, { encoding: 'buffer' }) };
  }
  return { ...common, kind: 'other', bytes: none };
}

export interface Difference {
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly changed: readonly string[];
  /** Same kind and bytes, another time of change. */
  readonly touched: readonly string[];
}

export function compareSnapshots(before: Snapshot, after: Snapshot): Difference {
  const shared = [...before.keys()].filter((path) => after.has(path));
  const changed = shared.filter((path) => !sameContent(before.get(path)!, after.get(path)!));
  return {
    created: [...after.keys()].filter((path) => !before.has(path)),
    deleted: [...before.keys()].filter((path) => !after.has(path)),
    changed,
    touched: shared.filter(
      (path) =>
        !changed.includes(path) && before.get(path)!.modifiedAt !== after.get(path)!.modifiedAt,
    ),
  };
}

function sameContent(a: Item, b: Item): boolean {
  return a.kind === b.kind && a.mode === b.mode && a.bytes.equals(b.bytes);
}

/** A sentence of what differs, or undefined; with times too when asked. */
export function describeDifference(
  { created, deleted, changed, touched }: Difference,
  { times }: { times: boolean },
): string | undefined {
  const parts = [
    listed('created', created),
    listed('deleted', deleted),
    listed('changed', changed),
    times ? listed('time changed', touched) : undefined,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join('; ') : undefined;
}

function listed(word: string, paths: readonly string[]): string | undefined {
  return paths.length > 0 ? `${word} ${paths.join(', ')}` : undefined;
}

/** Without folders and the tool's own files. */
export function filesOf(snapshot: Snapshot): Snapshot {
  return new Map(
    [...snapshot].filter(
      ([path, item]) => item.kind !== 'folder' && path !== '.mem' && !path.startsWith('.mem/'),
    ),
  );
}
