import { indexPath } from '@mem/core';
import type { McpServer } from '@modelcontextprotocol/server';
import { indexUri, memoryUri, nameOf } from '../resources/memory-uri.js';
import type { ServerWorld } from '../server/server-world.js';
import type { PlaceChange } from './change-feed.js';

/** The addresses whose contents are others now. */
export function changedUris({ place, paths }: PlaceChange, world: ServerWorld): string[] {
  return [...paths].flatMap((path) => {
    if (path === indexPath) return [indexUri(place, world)];
    return path.endsWith('.md') ? [memoryUri(place, world, path)] : [];
  });
}

/**
 * Tells the client of one lasting connection what changed. Clients of the generation before
 * 2026-07-28 get only the addresses that they subscribed to; later ones name them when they
 * listen, and the SDK sorts that out.
 */
export function announceChanges(
  server: McpServer,
  world: ServerWorld,
  era: 'legacy' | 'modern',
): void {
  const subscribed = new Set<string>();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  const tell = (change: PlaceChange) => {
    if (!server.isConnected()) return;
    if (change.listChanged) server.sendResourceListChanged();
    const changed = changedUris(change, world);
    const uris = era === 'modern' ? changed : subscribedOf(subscribed, changed);
    for (const uri of uris) {
      server.server.sendResourceUpdated({ uri }).catch((error: unknown) => world.report(error));
    }
  };
  const ends = [...world.feeds.values()].map((feed) => feed.listen(tell));
  const onclose = server.server.onclose;
  server.server.onclose = () => {
    for (const end of ends) end();
    onclose?.();
  };
}

/** Subscribed to in whatever spelling: encoded or not, with or without the suffix. */
function subscribedOf(subscribed: ReadonlySet<string>, changed: readonly string[]): string[] {
  const wanted = new Set(changed.flatMap((uri) => [plain(uri), plain(uri).replace(/\.md$/, '')]));
  return [...subscribed].filter((uri) => wanted.has(plain(uri)));
}

function plain(uri: string): string {
  return nameOf(uri);
}
