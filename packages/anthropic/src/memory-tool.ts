import { type GuardOptions, isMemoryError, type Storage } from '@mem/core';
import { createWriteQueue, guardStorage, notingStorage } from '@mem/core/internal';
import { create } from './create.js';
import { deletePath } from './delete.js';
import type { ImageBlock } from './image-block.js';
import { insert } from './insert.js';
import {
  type CommandName,
  type CreateCommand,
  type DeleteCommand,
  type InsertCommand,
  type MemoryCommand,
  parseCommand,
  type RenameCommand,
  type StrReplaceCommand,
  type ViewCommand,
} from './memory-command.js';
import { rename } from './rename.js';
import { strReplace } from './str-replace.js';
import { failure, ToolFailure, withoutPrefix } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';
import { view } from './view.js';

export interface MemoryToolOptions {
  /**
   * The `ToolError` of `@anthropic-ai/sdk`, for its tool runner: an error then reaches the model in
   * the documented words. Without it the runner puts `Error: ` in front of those that have none.
   */
  readonly toolError?: new (
    content: string,
  ) => Error;
  /** What must not be stored; core's rules and actions when omitted. */
  readonly guard?: GuardOptions;
  /** What a view shows at most, in UTF-16 units; 16,000 when omitted, as the model is told. */
  readonly maxViewChars?: number;
  /** How large a file may become, in bytes; 1 MiB when omitted. */
  readonly maxFileBytes?: number;
}

export type MemoryToolContent = string | ImageBlock[];

/** What a `tool_result` block takes beside its `tool_use_id`. */
export interface MemoryToolResult {
  content: MemoryToolContent;
  is_error?: true;
}

/** One function a command, as `betaMemoryTool` of the SDK takes them. They throw for errors. */
export interface MemoryToolHandlers {
  view(command: ViewCommand): Promise<MemoryToolContent>;
  create(command: CreateCommand): Promise<string>;
  str_replace(command: StrReplaceCommand): Promise<string>;
  insert(command: InsertCommand): Promise<string>;
  delete(command: DeleteCommand): Promise<string>;
  rename(command: RenameCommand): Promise<string>;
}

export interface MemoryTool {
  /** For `tools` of a request. */
  readonly definition: { readonly type: 'memory_20250818'; readonly name: 'memory' };
  readonly handlers: MemoryToolHandlers;
  /** For a loop of one's own: takes the `input` of a `tool_use` block. Never rejects. */
  run(input: unknown): Promise<MemoryToolResult>;
}

/**
 * Anthropic's memory tool on a storage: what the model calls `/memories` is the memory directory.
 * Commands run one after the other, in the order in which they were given, since a model may send
 * several at once and means them so.
 */
export function createMemoryTool(storage: Storage, options: MemoryToolOptions = {}): MemoryTool {
  const world: ToolWorld = {
    storage: notingStorage(guardStorage(storage), storage, () => new Date()),
    maxViewChars: options.maxViewChars ?? 16_000,
    maxFileBytes: options.maxFileBytes ?? 1024 * 1024,
    guard: options.guard ?? {},
  };
  const inTurn = createWriteQueue();
  const run = (input: unknown) => inTurn(() => runCommand(world, input));
  return {
    definition: { type: 'memory_20250818', name: 'memory' },
    handlers: handlersOf(run, options.toolError),
    run: async (input) => {
      try {
        return { content: await run(input) };
      } catch (error) {
        return { content: answerOf(error), is_error: true };
      }
    },
  };
}

async function runCommand(world: ToolWorld, input: unknown): Promise<MemoryToolContent> {
  const command = parseCommand(input);
  switch (command.command) {
    case 'view': {
      const shown = await view(world, command);
      return typeof shown === 'string' ? shown : [...shown];
    }
    case 'create':
      return create(world, command);
    case 'str_replace':
      return strReplace(world, command);
    case 'insert':
      return insert(world, command);
    case 'delete':
      return deletePath(world, command);
    case 'rename':
      return rename(world, command);
  }
}

const commandNames: readonly CommandName[] = [
  'view',
  'create',
  'str_replace',
  'insert',
  'delete',
  'rename',
];

function handlersOf(
  run: (input: unknown) => Promise<MemoryToolContent>,
  toolError: MemoryToolOptions['toolError'],
): MemoryToolHandlers {
  const handle = async (command: MemoryCommand) => {
    try {
      return await run(command);
    } catch (error) {
      const answer = answerOf(error);
      throw toolError ? new toolError(answer) : new ToolFailure(withoutPrefix(answer));
    }
  };
  // The SDK looks a command up by the name that the model gave: nothing else may be found here.
  const handlers: Record<string, unknown> = Object.create(null);
  for (const name of commandNames) handlers[name] = handle;
  return Object.freeze(handlers) as unknown as MemoryToolHandlers;
}

/** What the model reads. Errors of others could hold anything, paths of the host among it. */
function answerOf(error: unknown): string {
  if (error instanceof ToolFailure) return error.message;
  if (isMemoryError(error)) return failure(error.message).message;
  return failure(
    'The memory itself failed and did not say why. View the file before you repeat a change: it may have been made',
  ).message;
}
