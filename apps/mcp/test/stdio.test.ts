import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, eras, spawnClient } from './support/clients.js';
import { eventually, scratchHome } from './support/scratch.js';

const fact = { type: 'user', description: 'About it', body: 'The body.' };

describe.each(eras)('a client of the SDK in the %s era', (era) => {
  test('starts the program, works with it, and ends it', async () => {
    const { memory } = scratchHome();
    const { client, transport, log } = await spawnClient(era, { args: ['--dir', memory] });
    expect((await client.listTools()).tools.length).toBeGreaterThanOrEqual(7);
    const saved = await call(client, 'save_memory', { name: 'fact', ...fact });
    expect(saved.data.created).toBe(true);
    expect((await call(client, 'search_memory', { query: 'body' })).data.hits).toHaveLength(1);
    expect(client.getInstructions()).toContain('nothing is remembered yet');
    const pid = transport.pid!;
    await client.close();
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow());
    expect(log()).toBe(`mem-mcp: serving ${memory}\n`);
    const { client: next } = await spawnClient(era, { args: ['--dir', memory] });
    expect(next.getInstructions()).toContain('1 memory. Newest: fact.');
  });

  test('asks the person through the pipe', async () => {
    const { memory } = scratchHome();
    const asked: string[] = [];
    const person = (message: string) => {
      asked.push(message);
      return { action: 'accept' as const, content: { confirm: true } };
    };
    const { client } = await spawnClient(era, {
      args: ['--dir', memory, '--write', 'ask'],
      person,
    });
    await call(client, 'save_memory', { name: 'fact', ...fact });
    await call(client, 'delete_memory', { name: 'fact' });
    expect(asked).toHaveLength(2);
    expect((await call(client, 'list_memories')).data.total).toBe(0);
  });

  test('hears of its own changes and of those of others', async () => {
    const { memory } = scratchHome();
    const file = join(memory, 'fact.md');
    writeFileSync(file, '---\nname: fact\n---\n\nThe body.\n');
    const { client } = await spawnClient(era, { args: ['--dir', memory] });
    const updated: string[] = [];
    let lists = 0;
    client.setNotificationHandler('notifications/resources/list_changed', () => {
      lists++;
    });
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri);
    });
    const uris = ['mem://memory/fact.md', 'mem://index'];
    if (era === 'modern') {
      await client.listen({ resourcesListChanged: true, resourceSubscriptions: uris });
    } else {
      for (const uri of uris) await client.subscribeResource({ uri });
    }
    // At once: what was answered before counts from then on.
    appendFileSync(file, 'Added by hand.\n');
    await eventually(() => expect(updated).toContain('mem://memory/fact.md'));
    updated.length = 0;
    await call(client, 'update_memory', { name: 'fact', body: 'Another body.' });
    await eventually(() => expect(updated).toContain('mem://memory/fact.md'));
    expect(lists).toBe(0);
    updated.length = 0;
    writeFileSync(join(memory, 'foreign.md'), '---\nname: foreign\n---\n\nHello.\n');
    await eventually(() => expect(lists).toBeGreaterThan(0));
    writeFileSync(join(memory, 'MEMORY.md'), '- [fact](fact.md) — changed by hand\n');
    await eventually(() => expect(updated).toContain('mem://index'));
  });
});

describe('the directory', () => {
  test('is that of the project which Claude Code names, and is made by the first save', async () => {
    const { project, home } = scratchHome();
    const { client, log } = await spawnClient('legacy', {
      env: { HOME: home, CLAUDE_PROJECT_DIR: project },
      cwd: home,
    });
    expect((await call(client, 'list_memories')).data).toMatchObject({
      directory: 'Claude Code’s memory of project',
      total: 0,
    });
    await call(client, 'save_memory', { name: 'fact', ...fact });
    expect((await call(client, 'list_memories')).data.total).toBe(1);
    expect(log()).toContain(join(home, '.claude/projects'));
  });

  test('is the one that a .mem.json of the project names', async () => {
    const { project, home } = scratchHome();
    mkdirSync(join(project, 'notes'));
    writeFileSync(join(project, '.mem.json'), '{ "directory": "notes" }');
    const { client } = await spawnClient('legacy', { env: { HOME: home }, cwd: project });
    expect((await call(client, 'list_memories')).data.directory).toBe('project/notes');
  });

  test('is named by name where several are served', async () => {
    const { project, home, memory } = scratchHome();
    const { client } = await spawnClient('legacy', {
      args: ['--store', 'project=auto', '--store', `user=${memory}`],
      env: { HOME: home },
      cwd: project,
    });
    const { data } = await call(client, 'save_memory', { name: 'me', ...fact, store: 'user' });
    expect(data.directory).toMatch(/^user \(.*memory\)$/);
    expect((await call(client, 'list_memories')).data.total).toBe(0);
  });

  test('is tested against the project that the memories are about', async () => {
    const { project, home, memory } = scratchHome();
    writeFileSync(join(project, 'there.ts'), 'x');
    const { client } = await spawnClient('modern', {
      args: ['--dir', memory, '--workspace', project],
      env: { HOME: home },
    });
    const body = 'See `src/gone.ts` and `there.ts`.';
    await call(client, 'save_memory', { name: 'fact', ...fact, body });
    const read = await call(client, 'read_memory', { name: 'fact', check_claims: true });
    expect(read.data.claims).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ text: 'src/gone.ts', state: 'missing' }),
        expect.objectContaining({ text: 'there.ts', state: 'present' }),
      ]),
    );
    expect(read.text).toContain('src/gone.ts is not there');
    const recalled = await call(client, 'recall_memory', { query: 'body fact about it' });
    expect(recalled.text).toContain('Not found any more: src/gone.ts');
  });
});
