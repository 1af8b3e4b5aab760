import type { History } from '@mem/git';

/** The history of one directory: how it is read, and how what is still open gets into it. */
export interface PlaceHistory extends Pick<History, 'log' | 'diff' | 'show'> {
  /** Commits what waits for its commit; nothing where this server does not commit. */
  flush(): Promise<void>;
}
