import type { Storage, Version } from '@mem/core';
import { hashOf, type RunFile } from './run-record.js';

/** Whether a file is as before the run, as the run leaves it, or as somebody else made it. */
export interface FileState {
  readonly file: RunFile;
  readonly stands: 'before' | 'after' | 'other';
  /** Null when there is no file. */
  readonly version: Version | null;
}

export async function fileState(storage: Storage, file: RunFile): Promise<FileState> {
  const present = await storage.read(file.path);
  const hash = hashOf(present?.bytes);
  const stands = hash === file.after ? 'after' : hash === file.before ? 'before' : 'other';
  return { file, stands, version: present?.version ?? null };
}

export async function fileStates(
  storage: Storage,
  files: readonly RunFile[],
): Promise<readonly FileState[]> {
  const states: FileState[] = [];
  for (const file of files) states.push(await fileState(storage, file));
  return states;
}
