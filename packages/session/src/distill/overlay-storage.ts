import {
  ConflictError,
  type Storage,
  type StoragePath,
  type StoredFile,
  type StoredFileInfo,
  type Version,
  type WriteResult,
} from '@mem/core';

export interface Overlay {
  readonly storage: Storage;
  /** What was written since, by path; null where a file was removed. */
  readonly changes: ReadonlyMap<StoragePath, Uint8Array | null>;
  /** Forgets every change since this call, when the returned function is called. */
  mark(): () => void;
}

interface Layer {
  readonly bytes: Uint8Array | null;
  readonly version: Version;
}

/** What would stand there if the changes were made: the base is only read. */
export function overlayStorage(base: Storage, modifiedAt: number): Overlay {
  let layers = new Map<StoragePath, Layer>();
  let writes = 0;
  // Read once: a storage may call the version of one content differently from one time to the next.
  const known = new Map<StoragePath, Promise<StoredFile | undefined>>();
  const readBase = (path: StoragePath): Promise<StoredFile | undefined> => {
    const file = known.get(path) ?? base.read(path);
    known.set(path, file);
    return file;
  };
  const read = async (path: StoragePath): Promise<StoredFile | undefined> => {
    const layer = layers.get(path);
    if (layer === undefined) return readBase(path);
    return layer.bytes === null
      ? undefined
      : { bytes: layer.bytes, version: layer.version, modifiedAt };
  };
  const put = (path: StoragePath, bytes: Uint8Array | null): Version => {
    const version = `overlay-${++writes}`;
    layers.set(path, { bytes, version });
    return version;
  };
  const storage: Storage = {
    read,
    list: (prefix) => listed(base, layers, prefix, modifiedAt),
    async write(path, bytes, options = {}): Promise<WriteResult> {
      const present = await read(path);
      if (present && sameBytes(present.bytes, bytes)) {
        return { version: present.version, outcome: 'unchanged', warnings: [] };
      }
      requireVersion(path, present, options.expect);
      const outcome = present ? 'replaced' : 'created';
      return { version: put(path, bytes), outcome, warnings: [] };
    },
    async remove(path, options = {}) {
      const present = await read(path);
      requireVersion(path, present, options.expect);
      if (present) put(path, null);
      return { existed: present !== undefined, warnings: [] };
    },
  };
  return {
    storage,
    get changes() {
      return new Map([...layers].map(([path, { bytes }]) => [path, bytes]));
    },
    mark() {
      const before = new Map(layers);
      return () => {
        layers = before;
      };
    },
  };
}

async function* listed(
  base: Storage,
  layers: ReadonlyMap<StoragePath, Layer>,
  prefix: StoragePath | undefined,
  modifiedAt: number,
): AsyncIterable<StoredFileInfo> {
  for await (const info of base.list(prefix)) if (!layers.has(info.path)) yield info;
  for (const [path, { bytes, version }] of layers) {
    if (bytes !== null && isBelow(path, prefix)) {
      yield { path, version, size: bytes.length, modifiedAt };
    }
  }
}

function isBelow(path: StoragePath, prefix: StoragePath | undefined): boolean {
  if (prefix === undefined) return !path.startsWith('.mem/');
  return path === prefix || path.startsWith(`${prefix}/`);
}

function requireVersion(
  path: StoragePath,
  present: StoredFile | undefined,
  expect: Version | null | undefined,
): void {
  if (expect === undefined || expect === (present?.version ?? null)) return;
  throw new ConflictError(path, present?.version ?? null);
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
