import { fileURLToPath } from 'node:url';
import {
  type CallToolResult,
  Client,
  type ClientOptions,
  type ElicitResult,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { announceChanges } from '../../src/notices/announce-changes.js';
import { createMemoryServer } from '../../src/server/create-memory-server.js';
import type { ServerWorld } from '../../src/server/server-world.js';

export type Era = 'legacy' | 'modern';
export const eras: readonly Era[] = ['legacy', 'modern'];

export const program = fileURLToPath(new URL('../../dist/mem-mcp.js', import.meta.url));

/** What a person at the client answers to a question; without one the client cannot ask. */
export type Person = (message: string) => ElicitResult;

/** A client of the SDK that speaks one generation of the protocol only. */
export function createClient(era: Era, person?: Person): Client {
  const options: ClientOptions = {
    versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    ...(person && { capabilities: { elicitation: { form: {} } } }),
  };
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  if (person) {
    client.setRequestHandler('elicitation/create', ({ params }) => person(params.message));
  }
  onTestFinished(async () => await client.close());
  return client;
}

/** In this process, without a socket. */
export async function connect(
  world: ServerWorld,
  era: Era,
  person?: Person,
  /** What happens to a request of the later era on its way. */
  onTheWay: (body: string) => string = (body) => body,
): Promise<Client> {
  const client = createClient(era, person);
  if (era === 'modern') {
    const handler = createMcpHandler(() => createMemoryServer(world), { legacy: 'reject' });
    onTestFinished(async () => await handler.close());
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, changed(init, onTheWay))),
    });
    await client.connect(transport);
    return client;
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = await createMemoryServer(world);
  announceChanges(server, world, era);
  await server.connect(far);
  await client.connect(near);
  return client;
}

function changed(init: RequestInit | undefined, change: (body: string) => string): RequestInit {
  return typeof init?.body === 'string' ? { ...init, body: change(init.body) } : (init ?? {});
}

export interface Spawned {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly person?: Person;
}

/** The built program as a child, as clients start it. */
export async function spawnClient(
  era: Era,
  { args = [], env = {}, cwd, person }: Spawned,
): Promise<{ client: Client; transport: StdioClientTransport; log: () => string }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
    ...(cwd !== undefined && { cwd }),
  });
  let log = '';
  transport.stderr?.on('data', (chunk) => {
    log += String(chunk);
  });
  const client = createClient(era, person);
  await client.connect(transport);
  return { client, transport, log: () => log };
}

export interface Called {
  readonly text: string;
  readonly isError: boolean;
  /** The structured content; empty for an error. */
  readonly data: Record<string, unknown>;
}

/** Calls a tool and unpacks what it says. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Called> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const [first] = result.content;
  return {
    text: first?.type === 'text' ? first.text : '',
    isError: result.isError === true,
    data: (result.structuredContent ?? {}) as Record<string, unknown>,
  };
}
