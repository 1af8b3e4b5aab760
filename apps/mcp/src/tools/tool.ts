import type { Provenance } from '@mem/core';
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Answer } from '../answer/answer.js';
import type { MemoryPlace } from '../server/memory-place.js';
import type { ServerWorld } from '../server/server-world.js';
import type { proposedOutput } from './propose.js';

/** What a tool may use of its surroundings. */
export interface ToolCall {
  readonly tool: string;
  readonly world: ServerWorld;
  /** The directory that the call is about. */
  readonly place: MemoryPlace;
  readonly context: ServerContext;
  /** Who asks; stamped on what the call writes. */
  readonly provenance: Provenance;
  /** Whether the person behind the client can be asked something. */
  readonly canAsk: boolean;
  /** The arguments as they were checked, to tell one call from another. */
  readonly arguments: unknown;
}

export interface ToolEffects {
  readonly writes: boolean;
  /** May change or remove what is there. */
  readonly destructive: boolean;
  /** Called again with the same arguments, it changes nothing more. */
  readonly idempotent: boolean;
}

export interface Tool<
  Input extends z.ZodRawShape = z.ZodRawShape,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly title: string;
  /** What it does, when to call it; under 2 KB, since clients cut longer ones. */
  readonly description: string;
  readonly effects: ToolEffects;
  /** All arguments but the one that names the directory. */
  readonly input: Input;
  readonly output: Output;
  run(
    input: z.infer<z.ZodObject<Input>>,
    call: ToolCall,
  ): Promise<Answer<Output> | InputRequiredResult>;
  /** In place of `run`, where the server only takes proposals; every tool that writes has it. */
  propose?(
    input: z.infer<z.ZodObject<Input>>,
    call: ToolCall,
  ): Promise<Answer<typeof proposedOutput>>;
}

/** Ties the types of a tool's schemas to its `run`. */
export function defineTool<const Input extends z.ZodRawShape, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool {
  // Sound because the arguments are parsed with this very schema.
  return tool as unknown as Tool;
}

export const reading: ToolEffects = { writes: false, destructive: false, idempotent: true };
/** What is overwritten can be had back (`mem undo`), but it is not an addition only. */
export const changing: ToolEffects = { writes: true, destructive: true, idempotent: true };
