export {
  type ConsolidationLockOptions,
  createConsolidationLock,
  type DirectoryConsolidationLock,
} from './consolidation-lock.js';
export { countConversations } from './count-conversations.js';
export {
  createDirectoryStorage,
  type DirectoryStorage,
  type DirectoryStorageOptions,
} from './directory-storage.js';
export type { FileStatus, FileSystem, FolderItem } from './file-system.js';
export type { Durability } from './memory-directory.js';
export { createWorkspace, type WorkspaceOptions } from './workspace.js';
