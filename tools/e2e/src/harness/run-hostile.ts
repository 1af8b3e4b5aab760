import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { repositoryRoot } from '../installed-project.ts';
import { controlFault, type Harness } from './harness.ts';
import { makeHostileDirectory, secret } from './hostile-directory.ts';
import { McpSession } from './mcp-session.ts';

const run = promisify(execFile);
/** Nothing may take so long, in milliseconds, however many files there are. */
const patience = 60_000;

export const hostile: Harness = {
  name: 'hostile',
  about: 'pipes, devices, links, a sparse file, 60 levels and 100,000 files, through every door',
  async run({ quick }) {
    return await lookAtHostileDirectory(quick ? 2000 : 100_000);
  },
};

/** Goes through store, command line and server over a hostile directory with so many files. */
export async function lookAtHostileDirectory(many: number) {
  const scratch = realpathSync(mkdtempSync(`${tmpdir()}/mem-hostile-`));
  const hostile = await makeHostileDirectory(scratch, many);
  const doors = new Doors(hostile.good);
  try {
    await throughStore(doors, hostile.directory);
    await throughCommandLine(doors, hostile.directory);
    await throughServer(doors, hostile.directory);
    const caught = await plainReaderIsCaught(hostile.directory);
    const left = hostile.left.length === 0 ? '' : ` (${hostile.left.join('; ')})`;
    return {
      summary: `${doors.calls} calls over ${many.toLocaleString('en')} files and what is none${left}: ${doors.faults.length} faults, the slowest took ${(doors.slowest / 1000).toFixed(1)} s; a reader that opens everything ${caught ? 'hangs or leaks' : 'gets through'}`,
      faults: [...doors.faults, ...hostile.faults(), ...controlFault(caught ? 1 : 0)],
    };
  } finally {
    hostile.remove();
  }
}

/** Watches over what comes out of each call. */
class Doors {
  calls = 0;
  slowest = 0;
  readonly faults: string[] = [];
  readonly #good: readonly string[];

  constructor(good: readonly string[]) {
    this.#good = good;
  }

  async pass(
    what: string,
    call: (signal: AbortSignal) => Promise<unknown>,
    shows: readonly string[] = [],
  ): Promise<void> {
    this.calls += 1;
    const began = performance.now();
    const late = AbortSignal.timeout(patience);
    const tooLate = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject(new Error('no answer')));
    });
    try {
      const answer = await Promise.race([call(late), tooLate]);
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      if (text.includes(secret)) this.faults.push(`${what} shows what lies outside`);
      for (const path of shows.filter((path) => !text.includes(path))) {
        this.faults.push(`${what} does not show ${path}`);
      }
    } catch (error) {
      this.faults.push(`${what}: ${error}`);
    }
    this.slowest = Math.max(this.slowest, performance.now() - began);
  }

  get good(): readonly string[] {
    return this.#good;
  }
}

const fields = { description: 'made in spite of all', type: 'project' } as const;

async function throughStore(doors: Doors, directory: string): Promise<void> {
  const storage = createDirectoryStorage(directory);
  const store = createMemoryStore(storage);
  const { pass } = { pass: doors.pass.bind(doors) };
  await pass('list', () => store.list(), doors.good);
  await pass('search', () => store.search('harbour Tuesday'), ['harbour.md']);
  await pass('contains', () => store.search('Far below', { mode: 'contains' }), ['deep.md']);
  await pass('check', () => store.check(), ['pipe.md', 'loop.md', 'outside']);
  await pass('context', () => store.context());
  await pass('recall', () => store.recall('harbour'));
  await pass('get', () => store.get('harbour'), ['Tuesday']);
  await pass('save', () => store.save({ name: 'made-by-store', ...fields, body: 'x' }));
  for (const name of ['pipe', 'zero', 'loop', 'out', 'endless', 'socket', 'sparse']) {
    await pass(`save over ${name}`, async () => {
      await store.save({ name, ...fields, body: 'x' }).catch((error: unknown) => String(error));
      return '';
    });
  }
  await pass(
    'scan',
    async () => {
      const seen: string[] = [];
      await storage.scan(
        () => true,
        (path, bytes) => void seen.push(path, Buffer.from(bytes.subarray(0, 500)).toString()),
      );
      return seen.join('\n');
    },
    doors.good,
  );
}

async function throughCommandLine(doors: Doors, directory: string): Promise<void> {
  const program = join(repositoryRoot, 'apps/cli/dist/mem.js');
  const mem =
    (...args: string[]) =>
    async (signal: AbortSignal) => {
      const options = { signal, maxBuffer: 512 * 1024 * 1024 };
      const all = [program, '--dir', directory, ...args];
      try {
        return (await run(process.execPath, all, options)).stdout;
      } catch (error) {
        const { code, stdout } = error as { code?: number; stdout?: string };
        // Problems were found.
        if (code === 1) return stdout ?? '';
        throw error;
      }
    };
  await doors.pass('mem list', mem('list', '--json'), doors.good);
  await doors.pass('mem search', mem('search', 'harbour', '--json'), ['harbour.md']);
  await doors.pass('mem check', mem('check', '--json'), ['pipe.md', 'loop.md']);
  await doors.pass('mem context', mem('context'));
  const made = ['save', 'made-by-mem', '--type', 'project', '--description', 'd', '--body', 'x'];
  await doors.pass('mem save', mem(...made));
}

async function throughServer(doors: Doors, directory: string): Promise<void> {
  const program = join(repositoryRoot, 'apps/mcp/dist/mem-mcp.js');
  const session = new McpSession(process.execPath, [program, '--dir', directory]);
  const call = (name: string, values: object) => () => session.call(name, values);
  await doors.pass('mem-mcp', async () => {
    await session.begin();
    return '';
  });
  await doors.pass('list_memories', call('list_memories', {}), ['harbour']);
  await doors.pass('search_memory', call('search_memory', { query: 'harbour' }), ['harbour']);
  await doors.pass('read_memory', call('read_memory', { name: 'harbour' }), ['Tuesday']);
  for (const name of ['pipe', 'zero', 'out', 'endless', 'sparse']) {
    await doors.pass(`read_memory ${name}`, call('read_memory', { name }));
  }
  const made = {
    name: 'made-by-server',
    description: 'd',
    type: 'project',
    body: 'x',
  };
  await doors.pass('save_memory', call('save_memory', made));
  session.end();
}

/** The negative control: it opens whatever ends in `.md`. */
async function plainReaderIsCaught(directory: string): Promise<boolean> {
  const script = `
    const fs = require('node:fs');
    for (const name of fs.readdirSync(process.argv[1]).reverse())
      if (name.endsWith('.md')) console.log(fs.readFileSync(process.argv[1] + '/' + name, 'utf8'));
  `;
  try {
    const { stdout } = await run(process.execPath, ['-e', script, directory], { timeout: 3000 });
    return stdout.includes(secret);
  } catch {
    return true;
  }
}
