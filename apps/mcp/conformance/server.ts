// The server for the conformance tool: ours, with the tool's fixtures beside the memory tools. It
// is built for this alone and is in no package.
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { serveHttp } from '../src/http/run-http.js';
import { createMemoryServer } from '../src/server/create-memory-server.js';
import { createServerWorld } from '../src/server/create-server-world.js';
import { registerFixtures } from './fixtures/register-fixtures.js';

const directory = mkdtempSync(join(tmpdir(), 'mem-conformance-'));
const store = createMemoryStore(createDirectoryStorage(directory));
await store.save({
  name: 'release-day',
  description: 'When we release',
  type: 'project',
  body: 'We release on Tuesdays.',
});

const world = createServerWorld({
  version: '0.0.0',
  places: [{ name: 'memory', label: 'conformance', store }],
  report: (error) => process.stderr.write(`${String(error)}\n`),
});
const served = serveHttp(world, { allowedHosts: [], token: undefined }, async ({ era }) => {
  const memoryServer = await createMemoryServer(world, { tellsChanges: era === 'modern' });
  registerFixtures(memoryServer, world, served.handler.notify);
  return memoryServer;
});
served.server.listen(0, '127.0.0.1', () => {
  const { port } = served.server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}/mcp ${directory}\n`);
});
