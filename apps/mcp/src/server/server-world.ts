import type { WriteAccess } from '@mem/fs-node/directory-rule';
import type { RequestStateCodec } from '@modelcontextprotocol/server';
import type { ChangeFeed } from '../notices/change-feed.js';
import type { PendingConfirmation } from '../tools/confirmation.js';
import type { MemoryPlace } from './memory-place.js';
import type { RateLimiter } from './rate-limiter.js';
import type { RunningWork } from './running-work.js';

/** What all servers of one process share, whatever connection they serve. */
export interface ServerWorld {
  readonly version: string;
  /** The first is the one that calls mean when they name none. */
  readonly places: readonly [MemoryPlace, ...MemoryPlace[]];
  readonly write: WriteAccess;
  /** The conversation that the whole process serves, where its client names it. */
  readonly session?: string | undefined;
  readonly limiter: RateLimiter;
  readonly running: RunningWork;
  /** Tells what changes in each directory. */
  readonly feeds: ReadonlyMap<MemoryPlace, ChangeFeed>;
  /** Ties the answer of a person to what was asked. */
  readonly confirmations: RequestStateCodec<PendingConfirmation>;
  /** What models are told at the start; looked up at most once a second, however many come. */
  instructions(): Promise<string>;
  /** A fault of ours, for the log. */
  report(error: unknown): void;
}
