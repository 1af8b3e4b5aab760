import { isMemoryError, type MemoryEntry } from '@mem/core';
import { visibleLine } from '@mem/core/internal';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { readCursor, writeCursor } from '../answer/cursor.js';
import { shorten } from '../answer/cut-text.js';
import { errorText } from '../answer/error-result.js';
import type { MemoryPlace } from '../server/memory-place.js';
import type { ServerWorld } from '../server/server-world.js';
import { indexUri, memoryTemplate, memoryUri, nameOf, resourceName } from './memory-uri.js';

const markdown = 'text/markdown';

/** The index of each directory, and each memory by its path or name. */
export function registerResources(server: McpServer, world: ServerWorld): void {
  for (const place of world.places) {
    registerIndex(server, world, place);
    registerMemories(server, world, place);
  }
  listInPages(server, world);
}

function registerIndex(server: McpServer, world: ServerWorld, place: MemoryPlace): void {
  const uri = indexUri(place, world);
  server.registerResource(
    resourceName('index', place, world),
    uri,
    {
      title: `Index: ${place.label}`,
      description: 'MEMORY.md as an agent loads it at start, cut to 200 lines and 25,000 bytes',
      mimeType: markdown,
    },
    async () =>
      await answering(uri, world, async () => {
        const { text } = await place.store.loadIndex();
        return { contents: [{ uri, mimeType: markdown, text }] };
      }),
  );
}

function registerMemories(server: McpServer, world: ServerWorld, place: MemoryPlace): void {
  server.registerResource(
    resourceName('memory', place, world),
    new ResourceTemplate(memoryTemplate(place, world), {
      list: undefined,
      complete: { name: async (value) => await completeName(place, value) },
    }),
    {
      title: `Memory: ${place.label}`,
      description: 'One memory, by its path, its file name or its name',
      mimeType: markdown,
    },
    async ({ href }, { name }) =>
      await answering(href, world, async () => {
        const entry = await place.store.get(nameOf(name));
        return { contents: [{ uri: href, mimeType: markdown, text: textOf(entry) }] };
      }),
  );
}

/** Header and body, as a person would write them down; the exact bytes are in the file. */
function textOf({ name, description, type, modified, body }: MemoryEntry): string {
  const fields = { name, description, type, modified };
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${body}`;
}

/** Names that begin so come first, then those that hold it; the protocol shows at most 100. */
async function completeName({ store }: MemoryPlace, value: string): Promise<string[]> {
  const { entries } = await store.list();
  const wanted = value.toLowerCase();
  const names = entries.map(({ path, name }) => ({ path, key: `${name}\n${path}`.toLowerCase() }));
  const found = names.filter(({ key }) => key.includes(wanted));
  const starts = (key: string) => key.split('\n').some((part) => part.startsWith(wanted));
  return [
    ...found.filter(({ key }) => starts(key)),
    ...found.filter(({ key }) => !starts(key)),
  ].map(({ path }) => path);
}

const pageSize = 100;
const position = z.object({ from: z.number().int().min(1) });

/** In place of the SDK's own list, which has one page only, however many memories there are. */
function listInPages(server: McpServer, world: ServerWorld): void {
  server.server.setRequestHandler(
    'resources/list',
    async ({ params }) =>
      await answering('', world, async () => {
        const from = params?.cursor === undefined ? 0 : readCursor(params.cursor, position).from;
        const all = (
          await Promise.all(world.places.map((place) => listPlace(place, world)))
        ).flat();
        const resources = all.slice(from, from + pageSize);
        const next = from + pageSize;
        return {
          resources,
          ...(next < all.length && { nextCursor: writeCursor({ from: next }) }),
        };
      }),
  );
}

async function listPlace(place: MemoryPlace, world: ServerWorld) {
  const { entries } = await place.store.list();
  const index = {
    uri: indexUri(place, world),
    name: resourceName('index', place, world),
    title: `Index: ${place.label}`,
    mimeType: markdown,
  };
  const memories = entries.map(({ path, name, description, modified, size }) => ({
    uri: memoryUri(place, world, path),
    name: shorten(visibleLine(name), 200),
    mimeType: markdown,
    size,
    ...(description !== undefined && {
      description: shorten(visibleLine(description), 200),
    }),
    ...(modified !== undefined && { annotations: { lastModified: modified } }),
  }));
  return [index, ...memories];
}

/** Here a failure is an error of the protocol: there is no model that could read a result. */
async function answering<Result>(
  uri: string,
  world: ServerWorld,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isMemoryError(error) && error.code === 'NOT_FOUND') throw new ResourceNotFoundError(uri);
    const code = isMemoryError(error)
      ? ProtocolErrorCode.InvalidParams
      : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, await errorText(error, world.report));
  }
}
