import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from './support/clients.js';
import { RawProcess } from './support/raw-process.js';
import { scratchFolder, scratchHome } from './support/scratch.js';

const fact = { type: 'user', description: 'About it', body: 'The body.' };

async function started(): Promise<{ raw: RawProcess; memory: string }> {
  const { memory } = scratchHome();
  const raw = new RawProcess(['--dir', memory]);
  await raw.initialize();
  return { raw, memory };
}

describe('what no client should send', () => {
  test('wrong parameters are answered in one line, with the code of the protocol', async () => {
    const { raw } = await started();
    const faults: [method: string, params: unknown, wanted: string][] = [
      ['resources/read', {}, 'Invalid params: uri: '],
      ['prompts/get', { name: 7 }, 'Invalid params: name: '],
      ['tools/call', { name: 'list_memories', arguments: null }, 'Invalid tools/call request: '],
      ['tools/call', { name: '__proto__', arguments: {} }, 'Tool __proto__ not found'],
      ['prompts/get', { name: 'constructor' }, 'Prompt constructor not found'],
      ['tools/call', { name: 'a\nb\u202e', arguments: {} }, 'Tool a b\\u{202e} not found'],
    ];
    for (const [id, [method, params, wanted]] of faults.entries()) {
      raw.send({ jsonrpc: '2.0', id, method, params });
      const { error } = await raw.answer(id);
      expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(wanted) });
      expect(error?.message).not.toMatch(/[\n{}[\]"]{2}/);
    }
    raw.call(20, 'list_memories', { limit: 0, other: 1 });
    const { result } = await raw.answer(20);
    expect(JSON.stringify(result?.content)).toMatch(/USAGE: list_memories was called with wrong/);
  });

  test('so is a first message that is none', async () => {
    const raw = new RawProcess(['--dir', scratchHome().memory]);
    const params = {
      protocolVersion: 5,
      capabilities: {},
      clientInfo: { name: 'r', version: '1' },
    };
    raw.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const { error } = await raw.answer(1);
    expect(error?.code).toBe(-32_602);
    expect(error?.message).toMatch(/^Invalid params: protocolVersion: [^\n]+$/);
  });

  test('a line that is no JSON, or no message, is answered, and the server lives on', async () => {
    const { raw } = await started();
    raw.line('{"jsonrpc": "2.0", "id": 1, ');
    const parse = await raw.next(({ error }) => error?.code === -32_700);
    expect(parse.id).toBeUndefined();
    raw.line('[1, 2]');
    await raw.next(({ error }) => error?.code === -32_600);
    raw.line('{"jsonrpc":"1.0","id":7,"method":"tools/list"}');
    expect((await raw.answer(7)).error?.code).toBe(-32_600);
    raw.line('');
    raw.line('\ufeffnull');
    raw.send({ jsonrpc: '2.0', id: 8, method: 'no/such/method' });
    expect((await raw.answer(8)).error?.code).toBe(-32_601);
    raw.send({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 7 } });
    expect((await raw.answer(9)).error?.code).toBe(-32_602);
    raw.send({ jsonrpc: '2.0', id: 10, method: 'tools/call', params: { name: 'unknown' } });
    expect((await raw.answer(10)).error?.code).toBe(-32_602);
    raw.call(11, 'list_memories', {});
    expect((await raw.answer(11)).result).toMatchObject({ structuredContent: { total: 0 } });
    expect(JSON.stringify(raw.messages)).not.toMatch(/\/tmp|node_modules|at .*\.js/);
  });

  test('an argument of 9 MB is refused, a line of 17 MB too, and the server lives on', async () => {
    const { raw, memory } = await started();
    raw.call(1, 'save_memory', { name: 'big', ...fact, body: 'x'.repeat(9_000_000) });
    const refused = await raw.answer(1);
    expect(refused.result).toMatchObject({ isError: true });
    expect(JSON.stringify(refused).length).toBeLessThan(2_000);
    raw.line(`{"jsonrpc":"2.0","id":2,"method":"${'x'.repeat(17 * 1024 * 1024)}"}`);
    await raw.next(({ error }) => error?.code === -32_600);
    raw.call(3, 'save_memory', { name: 'small', ...fact });
    expect((await raw.answer(3)).result).toMatchObject({ structuredContent: { created: true } });
    expect(readdirSync(memory).sort()).toEqual(['.mem', 'MEMORY.md', 'small.md']);
  });

  test('a line that comes in single bytes is read in one piece', async () => {
    const { raw } = await started();
    const line = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_memory', arguments: { query: '发布😀' } } })}\n`,
    );
    for (const byte of line) {
      raw.child.stdin.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await raw.answer(1)).result).toMatchObject({
      structuredContent: { hits: [], missing: expect.arrayContaining([expect.any(String)]) },
    });
  });
});

describe('the end', () => {
  test('when the input ends, what was asked is done and answered first', async () => {
    const { raw, memory } = await started();
    for (let at = 0; at < 20; at++) raw.call(at, 'save_memory', { name: `fact-${at}`, ...fact });
    raw.child.stdin.end();
    expect(await raw.ended).toEqual({ code: 0, signal: null });
    for (let at = 0; at < 20; at++) {
      expect((await raw.answer(at)).result).toMatchObject({ structuredContent: { created: true } });
    }
    expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8').trim().split('\n')).toHaveLength(20);
    expect(readdirSync(join(memory, '.mem')).filter((name) => name === 'lock')).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'on %s running writes finish',
    async (signal) => {
      const { raw, memory } = await started();
      for (let at = 0; at < 5; at++) raw.call(at, 'save_memory', { name: `fact-${at}`, ...fact });
      await raw.answer(0);
      const asked = Date.now();
      raw.child.kill(signal);
      expect(await raw.ended).toEqual({ code: 0, signal: null });
      expect(Date.now() - asked).toBeLessThan(3_000);
      const answered = raw.messages.filter(({ result }) => result?.structuredContent).length;
      const files = readdirSync(memory).filter((name) => name.startsWith('fact-'));
      expect(files.length).toBe(answered);
      expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8').trim().split('\n')).toHaveLength(
        files.length,
      );
    },
  );

  test('a client that is gone leaves no orphan', async () => {
    const { raw } = await started();
    raw.child.stdout.destroy();
    raw.call(1, 'list_memories', {});
    const limit = new Promise((resolve) => setTimeout(() => resolve('still there'), 5_000));
    expect(await Promise.race([raw.ended, limit])).not.toBe('still there');
  });

  test('a question that nobody answers does not hold it back', async () => {
    const { memory } = scratchHome();
    const raw = new RawProcess(['--dir', memory]);
    raw.send({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'raw', version: '1' },
      },
    });
    await raw.answer(0);
    raw.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    raw.call(1, 'save_memory', { name: 'fact', ...fact });
    await raw.answer(1);
    raw.call(2, 'delete_memory', { name: 'fact' });
    await raw.next(({ method }) => method === 'elicitation/create');
    raw.child.stdin.end();
    const asked = Date.now();
    expect((await raw.ended).code).toBe(0);
    expect(Date.now() - asked).toBeLessThan(4_000);
    expect(readdirSync(memory)).toContain('fact.md');
  });

  test('killed in the middle of writing, the next one finds whole files and goes on', async () => {
    const { raw, memory } = await started();
    for (let at = 0; at < 40; at++) raw.call(at, 'save_memory', { name: `fact-${at}`, ...fact });
    await raw.answer(10);
    raw.child.kill('SIGKILL');
    await raw.ended;
    const acknowledged = raw.messages.filter(({ result }) => result?.structuredContent).length;
    const next = new RawProcess(['--dir', memory]);
    await next.initialize();
    next.call(1, 'save_memory', { name: 'after', ...fact });
    expect((await next.answer(1)).result).toMatchObject({ structuredContent: { created: true } });
    next.call(2, 'list_memories', { limit: 200 });
    const listed = (await next.answer(2)).result?.structuredContent as { total: number };
    expect(listed.total).toBeGreaterThan(acknowledged);
    for (const name of readdirSync(memory).filter((file) => file.startsWith('fact-'))) {
      expect(readFileSync(join(memory, name), 'utf8')).toMatch(/^---\n[\s\S]*The body\.\n$/);
    }
  });
});

describe('the command line', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      input: '',
      cwd: scratchFolder(),
      env: { PATH: process.env.PATH, HOME: scratchFolder() },
    });

  test('prints help and version', () => {
    expect(run('--help').stdout).toMatch(/Usage\n {2}mem-mcp/);
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    expect(run('--version').stdout).toBe(`${version}\n`);
  });

  test.each([
    [['--nonsense'], /'--nonsense'\. See "mem-mcp --help"\.\n$/, 2],
    [['extra'], /'extra'\. See "mem-mcp --help"\.\n$/, 2],
    [['--dir', '/nowhere/at/all'], /no memory directory at \/nowhere.*mem init/, 1],
    [['--dir', 'a', '--store', 'x=b'], /not both/, 2],
    [['--store', 'NoName'], /NAME=DIRECTORY/, 2],
    [['--store', 'a=x', '--store', 'a=y'], /named a/, 2],
    [['--write', 'everything'], /allow, ask or propose/, 2],
    [['--read-only', '--write', 'ask'], /not both/, 2],
    [['--rate', '-1'], /'--rate'.*\. See "mem-mcp --help"\.\n$/, 2],
    [['--http', '70000'], /65535/, 2],
    [['--no-token'], /goes with --http/, 2],
    [['--http', '0', '--host', '0.0.0.0'], /--allow-host/, 2],
    [
      ['--http', '0', '--host', '0.0.0.0', '--allow-host', 'a', '--no-token'],
      /this machine only/,
      2,
    ],
    [['--http', '0', '--no-token', '--token-file', '/nowhere'], /not both/, 2],
    [['--http', '0', '--token-file', '/nowhere'], /cannot be read/, 1],
    [['--http', '0', '--token-file', '/dev/zero'], /not a regular file/, 1],
    [['--dir', '~/none'], /no memory directory at \/.*\/none\./, 1],
    [['--store', 'one=~/none'], /no memory directory at \/.*\/none\./, 1],
    [['--dir', '~', '--workspace', '~/none'], /\/none is no directory/, 1],
    [['--ignore', 'what'], /does not say what to ignore/, 2],
  ])('refuses %j with the remedy, on standard error', (args, message, code) => {
    const { status, stdout, stderr } = run(...args);
    expect(stderr).toMatch(message);
    expect({ status, stdout }).toEqual({ status: code, stdout: '' });
    expect(stderr).not.toMatch(/\n\s+at |~\//);
  });
});
