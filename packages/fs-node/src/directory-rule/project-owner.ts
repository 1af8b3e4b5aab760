import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readRootNote } from './root-note.js';
import type { Surroundings } from './surroundings.js';
import { otherProjectInTranscripts } from './transcripts.js';

export interface Claim {
  readonly directory: string;
  /** The project that wants to use the directory. */
  readonly root: string;
  readonly surroundings: Pick<Surroundings, 'environment' | 'homeDirectory'>;
}

/**
 * Two projects can get one folder name. When the directory is known to be another project's, by
 * our own note or by Claude Code's transcripts beside it: the sentence that refuses it.
 */
export function findOtherOwner({ directory, root, surroundings }: Claim): string | undefined {
  const noted = readRootNote(directory, surroundings);
  if (noted === root) return undefined;
  const owner = noted ?? otherProjectInTranscripts(dirname(directory), root);
  if (owner === undefined) return undefined;
  const known = existsSync(owner)
    ? `is the memory of ${owner}`
    : `was the memory of ${owner}, which is gone`;
  return `${directory} ${known}; ${root} only gets the same folder name. If it is the same project, run "mem init --adopt"; else give this one a directory of its own: "mem init PATH", --dir or MEM_DIR.`;
}
