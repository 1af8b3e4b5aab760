import {
  createDirectoryStorage,
  type DirectoryStorage,
  type DirectoryStorageOptions,
  type FileSystem,
} from '@mem/fs-node';
import { createFsFromVolume, Volume } from 'memfs';

export interface MemfsStorageOptions extends Omit<DirectoryStorageOptions, 'fileSystem'> {
  /** A volume that a test looks into or shares; a new, empty one when omitted. */
  readonly volume?: Volume;
  /** The memory directory on the volume; `/memory` when omitted. */
  readonly directory?: string;
}

/** The storage of `@mem/fs-node`, the very same code, on a volume in RAM. */
export function createMemfsStorage(options: MemfsStorageOptions = {}): DirectoryStorage {
  const { volume = new Volume(), directory = '/memory', ...rest } = options;
  return createDirectoryStorage(directory, { ...rest, fileSystem: volumeFileSystem(volume) });
}

/** The volume as the file system that `createDirectoryStorage` takes. */
export function volumeFileSystem(volume: Volume): FileSystem {
  // memfs declares wider results (bigint, Buffer) than these calls have; storage cases check them.
  return createFsFromVolume(volume) as unknown as FileSystem;
}
