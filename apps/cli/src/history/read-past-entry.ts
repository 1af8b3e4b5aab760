import { bodyText, parseEntryFile } from '@mem/core/internal';
import type { GitWork } from './open-git-store.js';

/** An entry of an earlier moment. What it linked to and whether it was young is not known. */
export interface PastEntry {
  readonly path: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: string | null;
  readonly size: number;
  readonly body: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export async function readPastEntry(
  target: string,
  revision: string,
  git: GitWork,
): Promise<PastEntry> {
  const path = await git.findEntry(target);
  const bytes = await git.history.show(path, revision);
  const { name, description, type, body, metadata } = parseEntryFile(path, bytes);
  return {
    path,
    name,
    description: description ?? null,
    type: type ?? null,
    size: bytes.length,
    body: bodyText(body),
    metadata,
  };
}
