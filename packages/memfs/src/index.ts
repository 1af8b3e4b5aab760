export { Volume } from 'memfs';
export { type Failure, failingStorage } from './failing-storage.js';
export { createMemfsStorage, type MemfsStorageOptions, volumeFileSystem } from './memfs-storage.js';
