import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/node';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { holdsToken } from './access-token.js';

export interface GuardOptions {
  /** Besides localhost. */
  readonly allowedHosts: readonly string[];
  /** Undefined: none is asked for. */
  readonly token: string | undefined;
}

/** True when the request may go on; otherwise it has been answered. */
export type RequestGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * What stands between a page in a browser and somebody's memories. A page of another site cannot
 * reach through here: not under a name of its own that leads to this machine (Host), not as itself
 * (Origin), not without the token, which no page can know. No answer invites it either: none has a
 * header that lets another origin read it.
 */
export function createRequestGuard({ allowedHosts, token }: GuardOptions): RequestGuard {
  const hosts = [...localhostAllowedHostnames(), ...allowedHosts];
  const hasHost = hostHeaderValidation(hosts);
  const hasOrigin = originValidation(hosts);
  return (request, response) => {
    if (!isPlainHost(request.headers.host)) {
      refuse(response, 403, 'The Host header is none.');
      return false;
    }
    if (!hasHost(request, response) || !hasOrigin(request, response)) return false;
    if (request.url?.split('?', 1)[0] !== '/mcp') {
      refuse(response, 404, 'Not here: the server is at /mcp.');
      return false;
    }
    if (token === undefined || holdsToken(request.headers.authorization, token)) return true;
    response.setHeader('WWW-Authenticate', 'Bearer');
    refuse(
      response,
      401,
      'A bearer token is needed: the one that mem-mcp was started with, or printed at its start.',
    );
    return false;
  };
}

/** A name or an address, and a port: what is read as an address with more in it is refused before. */
function isPlainHost(host: string | undefined): boolean {
  return host === undefined || /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
