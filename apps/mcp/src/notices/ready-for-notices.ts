import type { ServerWorld } from '../server/server-world.js';

/** What a client asks when it is going to rely on being told what changes afterwards. */
const methods: ReadonlySet<unknown> = new Set([
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'subscriptions/listen',
]);

/**
 * What has to be waited for before such a message is answered: a change right after the answer
 * would go unnoticed otherwise. Undefined for every other message, which waits for nothing.
 */
export function readyForNotices(
  message: { readonly method?: unknown },
  { feeds }: ServerWorld,
): Promise<unknown> | undefined {
  if (!methods.has(message.method)) return undefined;
  return Promise.all([...feeds.values()].map((feed) => feed.ready()));
}
