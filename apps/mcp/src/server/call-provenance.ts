import type { Provenance } from '@mem/core';
import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/**
 * Who asks, as the protocol tells it and no argument of a tool can: the client's name for itself, and
 * `inferred`, since a model chose the words. A person who is asked may make it `user`.
 */
export function callProvenance(
  { server }: McpServer,
  { mcpReq }: ServerContext,
  session: string | undefined,
): Provenance {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  // As with capabilities, each generation of the protocol says it in its own place.
  const inEnvelope = envelope?.[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const client = (inEnvelope ?? server.getClientVersion())?.name;
  return { source: 'inferred', client, session };
}
