import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { ServerWorld } from '../server/server-world.js';

/** What a client asks when it is going to rely on being told what changes afterwards. */
const methods: ReadonlySet<string> = new Set([
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
  message: JSONRPCMessage,
  { feeds }: ServerWorld,
): Promise<unknown> | undefined {
  if (!('method' in message) || !methods.has(message.method)) return undefined;
  return Promise.all([...feeds.values()].map((feed) => feed.ready()));
}
