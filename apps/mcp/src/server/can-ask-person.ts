import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Whether the client can show its user a form; both generations of the protocol say it differently. */
export function canAskPerson({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  // The SDK has checked the envelope; its type merely does not list the keys.
  const inEnvelope = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const capabilities = inEnvelope ?? server.getClientCapabilities();
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined) return false;
  // Without naming a mode a client means forms, the first and for a while the only one.
  return elicitation.form !== undefined || elicitation.url === undefined;
}
