import type { MemoryStore, Provenance, RecallSelector, RecallSession, Workspace } from '@mem/core';

/** What the tools share. */
export interface ToolWorld {
  readonly store: MemoryStore;
  readonly write: 'allow' | 'propose';
  readonly approveDelete: boolean;
  readonly provenance: Provenance | undefined;
  readonly selector: RecallSelector | undefined;
  readonly session: RecallSession;
  readonly workspace: Workspace | undefined;
}
