import type { Readable, Writable } from 'node:stream';
import type { McpRequestContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { announceChanges } from '../notices/announce-changes.js';
import { readyForNotices } from '../notices/ready-for-notices.js';
import { createMemoryServer } from '../server/create-memory-server.js';
import { aborted, patience } from '../server/ending.js';
import type { ServerWorld } from '../server/server-world.js';
import { StdioTransport } from './stdio-transport.js';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves one client on two streams, until the input ends, the reader of the output is gone, or the
 * signal says stop. What was asked before is done and answered first.
 */
export async function runStdio(
  world: ServerWorld,
  { input, output }: Streams,
  stop: AbortSignal,
): Promise<void> {
  const transport = new StdioTransport(input, output, (message) => readyForNotices(message, world));
  const factory = async ({ era }: McpRequestContext) => {
    const server = await createMemoryServer(world);
    announceChanges(server, world, era);
    return server;
  };
  const handle = serveStdio(factory, {
    transport,
    onerror: (error) => world.report(error),
  });
  await Promise.race([transport.ended, aborted(stop)]);
  await Promise.all([transport.finish(patience), world.running.finish(patience)]);
  await handle.close();
}
