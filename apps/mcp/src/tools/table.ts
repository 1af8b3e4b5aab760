import { deleteMemory } from './delete-memory.js';
import { listMemories } from './list-memories.js';
import { memoryHistory } from './memory-history.js';
import { readMemory } from './read-memory.js';
import { recallMemory } from './recall-memory.js';
import { saveMemory } from './save-memory.js';
import { searchMemory } from './search-memory.js';
import type { Tool } from './tool.js';
import { updateMemory } from './update-memory.js';

/** In the order in which clients show them. */
export const tools: readonly Tool[] = [
  saveMemory,
  searchMemory,
  listMemories,
  deleteMemory,
  readMemory,
  recallMemory,
  updateMemory,
  memoryHistory,
];
