import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { resultOf } from '../answer/answer.js';
import { errorResult } from '../answer/error-result.js';
import { canAskPerson } from '../server/can-ask-person.js';
import { directoryName, type MemoryPlace } from '../server/memory-place.js';
import type { ServerWorld } from '../server/server-world.js';
import { memoryHistory } from './memory-history.js';
import { tools } from './table.js';
import type { Tool } from './tool.js';

/** Gives the server every tool that it may offer. */
export function registerTools(server: McpServer, world: ServerWorld): void {
  for (const tool of tools) {
    if (!isOffered(tool, world)) continue;
    const { name, title, description, effects, output } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: inputSchema(tool, world),
        outputSchema: output,
        annotations: {
          title,
          readOnlyHint: !effects.writes,
          destructiveHint: effects.destructive,
          idempotentHint: effects.idempotent,
          openWorldHint: false,
        },
      },
      (input, context) => callTool(tool, server, world, input, context),
    );
  }
}

function isOffered(tool: Tool, { write, places }: ServerWorld): boolean {
  if (tool === memoryHistory) return places.some(({ history }) => history !== undefined);
  return !tool.effects.writes || write !== 'none';
}

/** Arguments that a tool does not know are refused: a misspelt one would be lost otherwise. */
function inputSchema({ input }: Tool, { places }: ServerWorld): z.ZodObject {
  if (places.length === 1) return z.strictObject(input);
  const [first, ...others] = places.map(({ name }) => name);
  const store = z
    .enum([first!, ...others])
    .optional()
    .describe(`Which memory directory; ${first} when left out`);
  return z.strictObject({ ...input, store });
}

async function callTool(
  tool: Tool,
  server: McpServer,
  world: ServerWorld,
  given: Record<string, unknown>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { store, ...input } = given;
  const place = placeNamed(world, store);
  try {
    world.limiter.take();
    const result = await world.running.track(() =>
      tool.run(input, {
        tool: tool.name,
        world,
        place,
        context,
        canAsk: canAskPerson(server, context),
        arguments: given,
      }),
    );
    return isInputRequiredResult(result) ? result : resultOf(result, directoryName(place, world));
  } catch (error) {
    return errorResult(error, world.report);
  }
}

function placeNamed({ places }: ServerWorld, name: unknown): MemoryPlace {
  return places.find((place) => place.name === name) ?? places[0];
}
