import type { Problem } from '@mem/core';
import { type Page, styled } from '../terminal/page.js';

/** What became of a change in the history that is kept. Both are null when nothing changed. */
export interface Recorded {
  readonly commit: string | null;
  readonly notCommitted: { readonly reason: string; readonly message: string } | null;
}

/** The line below a result; why there is no commit yet is among the warnings. */
export function recordedLine(recorded: Recorded | null): Page {
  const { commit = null } = recorded ?? {};
  return commit === null ? [] : [styled('dim', `Committed ${shortId(commit)}`), '\n'];
}

/** As many digits as people read, and enough to name the commit. */
export function shortId(id: string): string {
  return id.slice(0, 10);
}

/** What went wrong after the work was done, as the store tells it. */
export function storageWarnings(messages: readonly string[]): Problem[] {
  return messages.map((message) => ({ kind: 'storage-warning', path: '.', message }));
}

/** What a deletion for good leaves behind where a history is kept. */
export function keptInHistory(path: string): Problem {
  return {
    kind: 'storage-warning',
    path,
    message: 'What was committed of it before is still in the history.',
    fix: 'docs/purge-a-secret.md tells how to take it out of there.',
  };
}
