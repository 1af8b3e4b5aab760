import { McpServer } from '@modelcontextprotocol/server';
import { inPlainWords } from '../answer/plain-words.js';
import { registerPrompts } from '../prompts/register-prompts.js';
import { registerResources } from '../resources/register-resources.js';
import { registerTools } from '../tools/register-tools.js';
import { DefaultJsonSchemaValidator } from './sdk-shims.js';
import type { ServerWorld } from './server-world.js';

export interface MemoryServerOptions {
  /** Whether clients are promised notices of changes; they are when omitted. */
  readonly tellsChanges?: boolean;
}

/** A server for one connection, or one request; what outlives it is in the world. */
export async function createMemoryServer(
  world: ServerWorld,
  { tellsChanges = true }: MemoryServerOptions = {},
): Promise<McpServer> {
  const server = new McpServer(
    { name: 'mem-mcp', title: 'Memory', version: world.version },
    {
      instructions: await world.instructions(),
      capabilities: { resources: { subscribe: tellsChanges, listChanged: tellsChanges } },
      requestState: { verify: world.confirmations.verify },
      jsonSchemaValidator: new DefaultJsonSchemaValidator(),
      // A memory takes a handful of arguments; what nests a million things is an attack.
      maxToolInputElements: 1_000,
    },
  );
  registerTools(server, world);
  registerResources(server, world);
  registerPrompts(server, world);
  return plainSpoken(server);
}

/** What the SDK answers by itself goes out in our words. */
function plainSpoken(server: McpServer): McpServer {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(inPlainWords(message), options);
    await connect(transport);
  };
  return server;
}
