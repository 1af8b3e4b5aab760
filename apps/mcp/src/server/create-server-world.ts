import type { WriteAccess } from '@mem/fs-node/directory-rule';
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';
import { ChangeFeed } from '../notices/change-feed.js';
import type { PendingConfirmation } from '../tools/confirmation.js';
import { serverInstructions } from './instructions.js';
import type { MemoryPlace } from './memory-place.js';
import { createRateLimiter } from './rate-limiter.js';
import { recent } from './recent.js';
import { RunningWork } from './running-work.js';
import type { ServerWorld } from './server-world.js';

export interface ServerWorldOptions {
  readonly version: string;
  /** At least one. */
  readonly places: readonly MemoryPlace[];
  /** `allow` when omitted. */
  readonly write?: WriteAccess;
  /** Of the client that started this process. */
  readonly session?: string | undefined;
  /** Calls a minute; 0, or omitted: no limit. */
  readonly rate?: number;
  /** Takes faults of ours; they are dropped when omitted. */
  readonly report?: (error: unknown) => void;
}

export function createServerWorld(options: ServerWorldOptions): ServerWorld {
  const { version, places, write = 'allow', session, rate = 0, report = () => {} } = options;
  const [first, ...others] = places;
  if (first === undefined) throw new TypeError('A server needs a memory directory.');
  const world: ServerWorld = {
    version,
    places: [first, ...others],
    write,
    session,
    limiter: createRateLimiter(rate),
    running: new RunningWork(),
    feeds: new Map(places.map((place) => [place, new ChangeFeed(place, report)])),
    confirmations: sealed(),
    instructions: recent(1_000, () => serverInstructions(world)),
    report,
  };
  return world;
}

/** Sealed with a key of this process. It is made at the first question: most servers ask none. */
function sealed(): RequestStateCodec<PendingConfirmation> {
  let codec: RequestStateCodec<PendingConfirmation> | undefined;
  const open = () => {
    codec ??= createRequestStateCodec<PendingConfirmation>({
      key: process.getBuiltinModule('node:crypto').randomBytes(32),
    });
    return codec;
  };
  return {
    mint: (pending, context) => open().mint(pending, context),
    verify: (state, context) => open().verify(state, context),
  };
}
