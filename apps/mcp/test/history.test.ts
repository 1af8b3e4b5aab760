import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { call, eras, spawnClient } from './support/clients.js';
import { RawProcess } from './support/raw-process.js';
import { scratchHome } from './support/scratch.js';

const mem = fileURLToPath(new URL('../../cli/dist/mem.js', import.meta.url));
const fact = { type: 'user', description: 'About it', body: 'The first body.' };

function withHistory() {
  const home = scratchHome();
  const env = {
    HOME: home.home,
    GIT_CONFIG_GLOBAL: join(home.home, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const all = { PATH: process.env.PATH ?? '', ...env };
  execFileSync(process.execPath, [mem, 'init', '--git', '--dir', home.memory], { env: all });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', home.memory, ...args], { env: all, encoding: 'utf8' });
  return { ...home, env, git };
}

describe.each(eras)('where a history is kept, in the %s era', (era) => {
  test('each change is a commit, and the history of a memory is read', async () => {
    const { memory, env, git } = withHistory();
    const { client } = await spawnClient(era, { args: ['--dir', memory], env });
    await call(client, 'save_memory', { name: 'fact', ...fact });
    await call(client, 'save_memory', { name: 'other', ...fact });
    await call(client, 'update_memory', { name: 'fact', body: 'The second body.' });
    expect(git('log', '-1', '--format=%B')).toMatch(/fact[\s\S]*mem-mcp/);
    const { data } = await call(client, 'memory_history', { name: 'fact' });
    const changes = data.changes as { revision: string; files: { action: string }[] }[];
    expect(changes.map(({ files }) => files[0]?.action)).toEqual(['changed', 'added']);
    const then = await call(client, 'memory_history', {
      name: 'fact',
      revision: changes[1]?.revision,
    });
    expect(then.data.text).toContain('The first body.');
    await call(client, 'delete_memory', { name: 'fact', confirm: true });
    const past = await call(client, 'memory_history', { name: 'fact', limit: 2 });
    expect(past.data.changes).toMatchObject([{ files: [{ action: 'removed' }] }, {}]);
    const older = await call(client, 'memory_history', {
      name: 'fact',
      cursor: past.data.next_cursor,
    });
    expect(older.data.changes).toHaveLength(1);
    expect((await call(client, 'memory_history', {})).data.changes).toHaveLength(5);
    const none = await call(client, 'memory_history', { name: 'never' });
    expect(none.text).toMatch(/NOT_FOUND/);
  });
});

test('whoever deletes for good is told what the history still holds', async () => {
  const { memory, env } = withHistory();
  const asked: string[] = [];
  const person = (message: string) => {
    asked.push(message);
    return { action: 'accept' as const, content: { confirm: true } };
  };
  const { client } = await spawnClient('modern', { args: ['--dir', memory], env, person });
  for (const purge of [false, true]) {
    await call(client, 'save_memory', { name: 'fact', ...fact });
    const { text, data } = await call(client, 'delete_memory', { name: 'fact', purge });
    expect(/Warning: The history .* still holds/.test(text)).toBe(purge);
    expect(data.warnings).toHaveLength(purge ? 1 : 0);
    expect(asked.at(-1)?.includes('No copy will be kept. The history')).toBe(purge);
  }
  const { tools } = await client.listTools();
  const { description } = tools.find(({ name }) => name === 'delete_memory') ?? {};
  expect(description).toContain('A history that git keeps still holds it.');
});

test('a history is not read while memories are ignored', async () => {
  const { memory, env } = withHistory();
  const { client } = await spawnClient('modern', {
    args: ['--dir', memory, '--ignore', 'type:user'],
    env,
  });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('memory_history');
});

test('when the input ends in the middle of saves, every one of them is committed and answered', async () => {
  const { memory, env, git } = withHistory();
  const raw = new RawProcess(['--dir', memory], env);
  await raw.initialize();
  for (let at = 0; at < 3; at++) raw.call(at, 'save_memory', { name: `fact-${at}`, ...fact });
  raw.child.stdin.end();
  expect((await raw.ended).code).toBe(0);
  for (let at = 0; at < 3; at++) {
    expect((await raw.answer(at)).result).toMatchObject({ structuredContent: { created: true } });
  }
  expect(git('status', '--porcelain')).toBe('');
  expect(git('ls-files').match(/fact-\d/g)).toHaveLength(3);
});

test('commits do not stop without a word, and hidden memories are not written over', async () => {
  const home = scratchHome();
  const env = {
    HOME: home.home,
    GIT_CONFIG_GLOBAL: join(home.home, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const all = { PATH: process.env.PATH ?? '', ...env };
  const root = join(home.home, 'project');
  const memory = join(root, 'docs/memory');
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { env: all });
  execFileSync('git', ['init', '--quiet', root], { env: all });
  git('config', 'user.name', 'Person');
  git('config', 'user.email', 'person@example.org');
  const run = (...args: string[]) => execFileSync(process.execPath, [mem, ...args], { env: all });
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(memory, 'MEMORY.md'), '# By hand\n');
  run('init', '--git', '--dir', memory);
  run('save', 'first', '--type', 'user', '--description', 'd', '--dir', memory);
  git('update-index', '--really-refresh');
  git('sparse-checkout', 'set', '--no-cone', '/*', '!/docs/memory/MEMORY.md');
  rmSync(join(memory, '.mem'), { recursive: true });
  expect(existsSync(join(memory, 'MEMORY.md'))).toBe(false);
  const { client } = await spawnClient('modern', { args: ['--dir', memory], env });
  const { data } = await call(client, 'save_memory', { name: 'second', ...fact });
  expect(JSON.stringify(data.warnings)).toMatch(
    /not committed: .*`mem init --git` goes on with it/,
  );
  expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8')).toMatch(
    /# By hand\n[\s\S]*first\.md[\s\S]*second\.md/,
  );
});
