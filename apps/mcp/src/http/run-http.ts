import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StorageError } from '@mem/core';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { changedUris } from '../notices/announce-changes.js';
import type { PlaceChange } from '../notices/change-feed.js';
import type { HttpSettings } from '../program/read-settings.js';
import { createMemoryServer } from '../server/create-memory-server.js';
import { aborted, patience } from '../server/ending.js';
import type { ServerWorld } from '../server/server-world.js';
import { findToken } from './access-token.js';
import { createRequestGuard, type GuardOptions } from './request-guard.js';

/** A message, in bytes: several times what the largest argument takes. */
const maxBodyBytes = 1024 * 1024;

interface HttpWorld {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
  log(line: string): void;
}

/** Serves any number of clients over HTTP until the signal says stop. */
export async function runHttp(
  world: ServerWorld,
  settings: HttpSettings,
  { environment, stop, log }: HttpWorld,
): Promise<void> {
  const token = settings.token ? findToken(settings.tokenFile, environment) : undefined;
  const served = serveHttp(world, { allowedHosts: settings.allowedHosts, token: token?.value });
  await listen(served.server, settings);
  const { port } = served.server.address() as AddressInfo;
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  log(`listening at http://${host}:${port}/mcp`);
  if (token?.fresh) log(`bearer token for this run: ${token.value}`);
  await aborted(stop);
  await served.close();
}

/** The HTTP server, not listening yet. Each request has a server of its own, which `create` makes. */
export function serveHttp(
  world: ServerWorld,
  options: GuardOptions,
  // Older clients have no session here, so nothing could be told to them between two requests.
  create: McpServerFactory = ({ era }) =>
    createMemoryServer(world, { tellsChanges: era === 'modern' }),
) {
  const handler = createMcpHandler(create, {
    maxRequestBodySize: maxBodyBytes,
    onerror: (error) => world.report(error),
  });
  const handle = toNodeHandler(handler, { maxRequestBodySize: maxBodyBytes }) as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<void>;
  const tell = (change: PlaceChange) => {
    if (change.listChanged) handler.notify.resourcesChanged();
    for (const uri of changedUris(change, world)) handler.notify.resourceUpdated(uri);
  };
  const ends = [...world.feeds.values()].map((feed) => feed.listen(tell));
  // What a request asks is not known before it is read, and the first look is soon over.
  const ready = Promise.all([...world.feeds.values()].map((feed) => feed.ready()));
  const guard = createRequestGuard(options);
  const server = createServer((request, response) => {
    if (!guard(request, response)) return;
    ready.then(() => handle(request, response)).catch((error: unknown) => world.report(error));
  });
  return {
    server,
    handler,
    /** Takes no new request, lets running ones finish, then cuts what is still open. */
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      for (const end of ends) end();
      await world.running.finish(patience);
      await handler.close();
      const cut = setTimeout(() => server.closeAllConnections(), 100);
      await closed;
      clearTimeout(cut);
    },
  };
}

async function listen(server: Server, { host, port }: HttpSettings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      const message = `Port ${port} at ${host} ${why}. Give --http another one, or 0 for any.`;
      reject(new StorageError(message, { operation: 'listen', cause: error }));
    });
    server.listen(port, host, resolve);
  });
}
