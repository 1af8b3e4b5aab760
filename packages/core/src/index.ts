export {
  type EntrySummary,
  type MemoryEntry,
  type MemoryLink,
  memoryEntrySchema,
  memoryLinkSchema,
  memoryTypeSchema,
} from './entry.js';
export { isEntryPath } from './entry-path.js';
export {
  AmbiguousError,
  ConflictError,
  isMemoryError,
  MemoryError,
  type MemoryErrorCode,
  NotFoundError,
  StorageError,
} from './errors.js';
export type * from './memory-store.js';
export { isMemoryType, type MemoryType, memoryTypes } from './memory-type.js';
export { type Problem, type ProblemKind, problemKinds } from './problem.js';
export type * from './storage.js';
export { isRecoverable, isScannable, reportsSkipped } from './storage.js';
export { indexPath, stemOf, storagePath } from './storage-path.js';
export { createMemoryStore } from './store/create-memory-store.js';
