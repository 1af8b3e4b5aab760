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
import { callProvenance } from '../server/call-provenance.js';
import { canAskPerson } from '../server/can-ask-person.js';
import { directoryName, type MemoryPlace } from '../server/memory-place.js';
import type { ServerWorld } from '../server/server-world.js';
import { memoryHistory } from './memory-history.js';
import { proposedOutput, proposeNote } from './propose.js';
import { tools } from './table.js';
import type { Tool, ToolCall } from './tool.js';

/** Gives the server every tool that it may offer. */
export function registerTools(server: McpServer, world: ServerWorld): void {
  for (const tool of tools) {
    if (!isOffered(tool, world)) continue;
    const { name, title, effects } = tool;
    const isProposed = proposes(tool, world);
    server.registerTool(
      name,
      {
        title,
        description: isProposed ? `${tool.description}\n\n${proposeNote}` : tool.description,
        inputSchema: inputSchema(tool, world),
        outputSchema: isProposed ? proposedOutput : tool.output,
        annotations: {
          title,
          readOnlyHint: !effects.writes,
          destructiveHint: effects.destructive && !isProposed,
          idempotentHint: effects.idempotent && !isProposed,
          openWorldHint: false,
        },
      },
      (input, context) => callTool(tool, server, world, input, context),
    );
  }
}

/** Where the server only takes proposals, the tools that write become those that propose. */
function proposes({ propose }: Tool, { write }: ServerWorld): boolean {
  return write === 'propose' && propose !== undefined;
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
    const call: ToolCall = {
      tool: tool.name,
      world,
      place,
      context,
      provenance: callProvenance(server, context, world.session),
      canAsk: canAskPerson(server, context),
      arguments: given,
    };
    const result = await world.running.track(async () =>
      proposes(tool, world) ? await tool.propose?.(input, call) : await tool.run(input, call),
    );
    if (result === undefined) throw new TypeError(`${tool.name} cannot be proposed.`);
    return isInputRequiredResult(result) ? result : resultOf(result, directoryName(place, world));
  } catch (error) {
    return errorResult(error, world.report);
  }
}

function placeNamed({ places }: ServerWorld, name: unknown): MemoryPlace {
  return places.find((place) => place.name === name) ?? places[0];
}
