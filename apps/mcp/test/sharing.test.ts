import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { call, spawnClient } from './support/clients.js';
import { scratchHome } from './support/scratch.js';

const mem = fileURLToPath(new URL('../../cli/dist/mem.js', import.meta.url));
const run = promisify(execFile);

const names = (who: string) => Array.from({ length: 34 }, (_, at) => `${who}-${at}`);
const fieldsOf = (name: string) => ({
  type: 'project',
  description: `Of ${name}`,
  body: `By ${name}.`,
});

/** A hundred calls: saves, and after each a look at it by another way; two of three are kept. */
async function work(who: string, use: Use): Promise<void> {
  for (const [at, name] of names(who).entries()) {
    await use.save(name);
    expect(await use.find(name)).toContain(`By ${name}.`);
    if (at % 3 === 2) await use.remove(name);
    else expect(await use.read(name)).toContain(`By ${name}.`);
  }
}

interface Use {
  save(name: string): Promise<unknown>;
  find(name: string): Promise<string>;
  read(name: string): Promise<string>;
  remove(name: string): Promise<unknown>;
}

test('two servers and mem work on one directory: nothing is lost, no answer is stale', async () => {
  const { memory, home } = scratchHome();
  const ofServer = async (era: 'legacy' | 'modern'): Promise<Use> => {
    const { client } = await spawnClient(era, { args: ['--dir', memory, '--rate', '0'] });
    return {
      save: (name) => call(client, 'save_memory', { name, ...fieldsOf(name) }),
      find: async (name) =>
        (await call(client, 'search_memory', { query: `"By ${name}."`, mode: 'ranked' })).text,
      read: async (name) => (await call(client, 'read_memory', { name })).text,
      remove: (name) => call(client, 'delete_memory', { name, confirm: true }),
    };
  };
  const ofProgram = (): Use => {
    const mem_ = async (...args: string[]) => {
      const { stdout } = await run(process.execPath, [mem, ...args, '--dir', memory], {
        env: { PATH: process.env.PATH, HOME: home },
      });
      return stdout;
    };
    return {
      save: (name) => {
        const { type, description, body } = fieldsOf(name);
        return mem_('save', name, '--type', type, '--description', description, '--body', body);
      },
      find: (name) => mem_('search', name, '--contains'),
      read: (name) => mem_('show', name),
      remove: (name) => mem_('delete', name),
    };
  };
  await Promise.all([
    work('first', await ofServer('modern')),
    work('second', await ofServer('legacy')),
    work('program', ofProgram()),
  ]);
  const kept = ['first', 'second', 'program']
    .flatMap((who) => names(who).filter((_, at) => at % 3 !== 2))
    .sort();
  const files = readdirSync(memory).filter((name) => name.endsWith('.md') && name !== 'MEMORY.md');
  expect(files.sort()).toEqual(kept.map((name) => `${name}.md`).sort());
  const index = readFileSync(join(memory, 'MEMORY.md'), 'utf8').trim().split('\n');
  expect(index.map((line) => /\((.*?)\)/.exec(line)?.[1]).sort()).toEqual(files.sort());
});

test('what one server saves, another one finds with its very next call', async () => {
  const { memory } = scratchHome();
  const [first, second] = await Promise.all([
    spawnClient('modern', { args: ['--dir', memory] }),
    spawnClient('legacy', { args: ['--dir', memory] }),
  ]);
  for (let at = 0; at < 25; at++) {
    const name = `word${at}`;
    await call(first.client, 'save_memory', {
      name,
      type: 'user',
      description: 'd',
      body: `zebra${at}`,
    });
    const { data } = await call(second.client, 'search_memory', { query: `zebra${at}` });
    expect(data.hits).toMatchObject([{ name }]);
    await call(second.client, 'update_memory', { name, body: `giraffe${at}` });
    const again = await call(first.client, 'search_memory', { query: `zebra${at}` });
    expect(again.data.hits).toEqual([]);
  }
});
