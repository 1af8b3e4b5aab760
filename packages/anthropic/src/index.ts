export type { ImageBlock } from './image-block.js';
export type {
  CreateCommand,
  DeleteCommand,
  InsertCommand,
  MemoryCommand,
  RenameCommand,
  StrReplaceCommand,
  ViewCommand,
} from './memory-command.js';
export {
  createMemoryTool,
  type MemoryTool,
  type MemoryToolContent,
  type MemoryToolHandlers,
  type MemoryToolOptions,
  type MemoryToolResult,
} from './memory-tool.js';
