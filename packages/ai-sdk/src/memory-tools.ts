import {
  createRecallSession,
  type MemoryStore,
  type Provenance,
  type RecallSelector,
  type RecallSession,
  type Workspace,
} from '@mem/core';
import type { ToolSet } from 'ai';
import { deleteMemory } from './tools/delete-memory.js';
import { listMemories } from './tools/list-memories.js';
import { readMemory } from './tools/read-memory.js';
import { recallMemory } from './tools/recall-memory.js';
import { saveMemory } from './tools/save-memory.js';
import { searchMemory } from './tools/search-memory.js';
import type { ToolWorld } from './tools/tool-world.js';
import { updateMemory } from './tools/update-memory.js';

export interface MemoryToolsOptions {
  /** Only the tools that change nothing. */
  readonly readOnly?: boolean;
  /**
   * `allow`, the default: a change is made. `propose`: it waits below `store.pending` until a
   * person accepts it, and no listing, search, recall or prompt shows it before.
   */
  readonly write?: 'allow' | 'propose';
  /**
   * Whether the SDK asks the program before a memory is deleted (`needsApproval`); true when
   * omitted. Proposed deletions need none.
   */
  readonly approveDelete?: boolean;
  /** Written into the header of what is saved: who said it, in which conversation. */
  readonly provenance?: Provenance;
  /** Chooses what a recall shows, such as `modelSelector(model)`; words when omitted. */
  readonly selector?: RecallSelector;
  /** What the conversation was shown already; a new one when omitted. */
  readonly session?: RecallSession;
  /** Where a recall tests what memories claim about files and commands. */
  readonly workspace?: Workspace;
}

/**
 * The memory as tools of the AI SDK, for one conversation. A failure is a result that names the
 * remedy, never an exception, and holds no path of the host.
 */
export function memoryTools(store: MemoryStore, options: MemoryToolsOptions = {}): ToolSet {
  const world: ToolWorld = {
    store,
    write: options.write ?? 'allow',
    approveDelete: options.approveDelete ?? true,
    provenance: options.provenance,
    selector: options.selector,
    session: options.session ?? createRecallSession(),
    workspace: options.workspace,
  };
  const reading = {
    search_memory: searchMemory(world),
    list_memories: listMemories(world),
    read_memory: readMemory(world),
    recall_memory: recallMemory(world),
  };
  if (options.readOnly) return reading;
  return {
    save_memory: saveMemory(world),
    ...reading,
    update_memory: updateMemory(world),
    delete_memory: deleteMemory(world),
  };
}
