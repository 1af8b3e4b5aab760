import type { GuardOptions, Storage } from '@mem/core';

/** What the commands share. */
export interface ToolWorld {
  readonly storage: Storage;
  readonly maxViewChars: number;
  readonly maxFileBytes: number;
  readonly guard: GuardOptions;
}
