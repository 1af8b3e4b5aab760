import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { serveHttp } from '../src/http/run-http.js';
import { connect, createClient, type Era, eras } from './support/clients.js';
import { worldInRam } from './support/worlds.js';

const notices = { subscribe: true, listChanged: true };

test.each(eras)(
  'a lasting connection of the %s era is promised notices of changes',
  async (era) => {
    const client = await connect(worldInRam(), era);
    expect(client.getServerCapabilities()?.resources).toEqual(notices);
  },
);

test.each<[Era, object]>([
  ['modern', notices],
  // Its requests stand alone: what was promised could not be kept.
  ['legacy', { subscribe: false, listChanged: false }],
])('over HTTP, a client of the %s era is promised what can be kept', async (era, promised) => {
  const served = serveHttp(worldInRam(), { allowedHosts: [], token: undefined });
  onTestFinished(async () => await served.close());
  await new Promise<void>((resolve) => served.server.listen(0, '127.0.0.1', resolve));
  const { port } = served.server.address() as { port: number };
  const client = createClient(era);
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url));
  expect(client.getServerCapabilities()?.resources).toEqual(promised);
});
