import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveHttp } from '../src/http/run-http.js';
import { call, createClient, type Era, eras, type Person } from './support/clients.js';
import { RawProcess } from './support/raw-process.js';
import { eventually, scratchHome } from './support/scratch.js';
import { worldInRam } from './support/worlds.js';

const token = 'a-token-that-only-we-know';
const fact = { type: 'user', description: 'About it', body: 'The body.' };

interface Served {
  readonly url: URL;
  readonly world: ReturnType<typeof worldInRam>;
}

async function served(options: { token?: string | undefined } = { token }): Promise<Served> {
  const world = worldInRam({ report: () => {} });
  const { server, close } = serveHttp(world, { allowedHosts: [], token: options.token });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/mcp`), world };
}

async function connected({ url }: { readonly url: URL }, era: Era, person?: Person) {
  const client = createClient(era, person);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const friendly = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  Authorization: `Bearer ${token}`,
};

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** `fetch` would set Host and Origin itself. */
async function send(
  url: URL,
  headers: Record<string, string>,
  { method = 'POST', body = listTools, path = '/mcp' } = {},
): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const target = { host: url.hostname, port: url.port, path, method, headers };
    const sent = httpRequest(target, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : body);
  });
}

describe.each(eras)('a client of the SDK in the %s era', (era) => {
  test('works over HTTP, many calls at once', async () => {
    const place = await served();
    const client = await connected(place, era);
    const names = Array.from({ length: 50 }, (_, at) => `fact-${at}`);
    const saved = await Promise.all(
      names.map((name) => call(client, 'save_memory', { name, ...fact })),
    );
    expect(saved.every(({ data }) => data.created === true)).toBe(true);
    expect((await call(client, 'list_memories')).data.total).toBe(50);
    expect((await client.listResources()).resources).toHaveLength(51);
  });
});

test('in the 2026-07-28 era a person is asked over HTTP', async () => {
  const place = await served();
  await place.world.places[0].store.save({ name: 'fact', ...fact, type: 'user' });
  const answers = [{ action: 'decline' as const }, { action: 'accept' as const, content: {} }];
  const client = await connected(place, 'modern', () => answers.shift()!);
  expect((await call(client, 'delete_memory', { name: 'fact' })).text).toContain('said no');
  expect((await call(client, 'delete_memory', { name: 'fact' })).data.deleted).toEqual(['fact.md']);
});

test('in the 2026-07-28 era changes are told over HTTP', async () => {
  const place = await served();
  const client = await connected(place, 'modern');
  let lists = 0;
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    lists++;
  });
  await client.listen({ resourcesListChanged: true });
  await call(client, 'save_memory', { name: 'fact', ...fact });
  await eventually(() => expect(lists).toBeGreaterThan(0));
});

describe('what a page of another site could send', () => {
  test('the same request without any fault goes through', async () => {
    const { url } = await served();
    const { status, body } = await send(url, friendly);
    expect(status).toBe(200);
    expect(body).toContain('save_memory');
  });

  test.each([
    ['a foreign origin', { ...friendly, Origin: 'https://evil.example' }, 403],
    [
      'an origin that only begins well',
      { ...friendly, Origin: 'http://localhost.evil.example' },
      403,
    ],
    ['an opaque origin', { ...friendly, Origin: 'null' }, 403],
    ['a foreign host', { ...friendly, Host: 'evil.example' }, 403],
    ['a foreign host with our port', { ...friendly, Host: 'evil.example:3777' }, 403],
    ['a host with a user before it', { ...friendly, Host: 'evil@localhost' }, 403],
    ['no token', { ...friendly, Authorization: '' }, 401],
    ['a wrong token', { ...friendly, Authorization: 'Bearer wrong' }, 401],
    ['the token in another scheme', { ...friendly, Authorization: `Basic ${token}` }, 401],
    ['a form’s content type', { ...friendly, 'Content-Type': 'text/plain' }, 415],
    ['no content type', { Accept: friendly.Accept, Authorization: friendly.Authorization }, 415],
  ])('with %s is refused', async (_, headers, status) => {
    const { url, world } = await served();
    const save = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'save_memory', arguments: { name: 'evil', ...fact } },
    };
    const answer = await send(url, headers, { body: JSON.stringify(save) });
    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await world.places[0].store.list()).entries).toEqual([]);
  });

  test('a preflight gets no leave', async () => {
    const { url } = await served();
    for (const Origin of ['https://evil.example', 'http://localhost:3000']) {
      const headers = { Origin, 'Access-Control-Request-Method': 'POST' };
      const answer = await send(url, headers, { method: 'OPTIONS', body: '' });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([]);
    }
  });

  test('nothing else is served', async () => {
    const { url } = await served();
    for (const path of ['/', '/mcp/', '/mcp/..', '/.well-known/x', '//mcp']) {
      expect((await send(url, friendly, { path })).status).toBe(404);
    }
    expect((await send(url, friendly, { method: 'GET' })).status).toBe(405);
  });
});

test('a body over 1 MiB is refused, and the server lives on', async () => {
  const { url } = await served();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(9_000_000) });
  const answer = await send(url, friendly, { body }).catch(() => ({ status: 413 }));
  expect(answer.status).toBe(413);
  expect((await send(url, friendly)).status).toBe(200);
});

test('what is no JSON is answered as such', async () => {
  const { url } = await served();
  const { status, body } = await send(url, friendly, { body: '{"jsonrpc": ' });
  expect(status).toBe(400);
  expect(JSON.parse(body)).toMatchObject({ error: { code: -32_700 } });
});

describe('the built program over HTTP', () => {
  async function started(args: readonly string[], env: Record<string, string> = {}) {
    const home = scratchHome();
    const raw = new RawProcess(['--dir', home.memory, '--http', '0', ...args], env);
    await eventually(() => expect(raw.log).toMatch(/listening at \S+/));
    const [, url] = /listening at (\S+)/.exec(raw.log) ?? [];
    return { raw, url: new URL(url ?? ''), ...home };
  }

  test('listens on this machine only, with a new token that it prints once', async () => {
    const { raw, url } = await started([]);
    expect(url.hostname).toBe('127.0.0.1');
    await eventually(() => expect(raw.log).toMatch(/bearer token for this run: \S{40,}/));
    const [, fresh] = /token for this run: (\S+)/.exec(raw.log) ?? [];
    expect((await send(url, { ...friendly, Authorization: `Bearer ${fresh}` })).status).toBe(200);
    expect((await send(url, friendly)).status).toBe(401);
    raw.child.kill('SIGTERM');
    expect(await raw.ended).toEqual({ code: 0, signal: null });
    expect(raw.log.split(fresh!)).toHaveLength(2);
  });

  test('takes the token from the environment or a file, and prints neither', async () => {
    const { raw, url, top } = await started([], { MEM_MCP_TOKEN: token });
    expect((await send(url, friendly)).status).toBe(200);
    expect(raw.log).not.toContain(token);
    writeFileSync(join(top, 'token'), `${token}\n`);
    const other = await started(['--token-file', join(top, 'token')]);
    expect((await send(other.url, friendly)).status).toBe(200);
    expect(other.raw.log).not.toContain('token');
  });

  test('finishes a running write when it is stopped, with a stream open', async () => {
    const { raw, url } = await started(['--no-token']);
    const client = await connected({ url }, 'modern');
    await client.listen({ resourcesListChanged: true });
    const saving = call(client, 'save_memory', { name: 'fact', ...fact });
    await eventually(async () => expect((await saving).data.created).toBe(true));
    const asked = Date.now();
    raw.child.kill('SIGTERM');
    expect(await raw.ended).toEqual({ code: 0, signal: null });
    expect(Date.now() - asked).toBeLessThan(3_000);
  });
});
