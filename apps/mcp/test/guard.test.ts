import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, connect, eras } from './support/clients.js';
import { RawProcess } from './support/raw-process.js';
import { scratchHome } from './support/scratch.js';
import { worldInRam } from './support/worlds.js';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const start = token.slice(0, 14);
const fact = { type: 'project', description: 'About it', body: 'The body.' };

describe('a secret from a model, through the built program', () => {
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ['save_memory', { ...fact, name: 'n', body: `a\n${token}` }],
    ['save_memory', { ...fact, name: token }],
    ['save_memory', { ...fact, name: 'n', description: token }],
    ['save_memory', { ...fact, name: 'n', type: token }],
    ['save_memory', { ...fact, name: 'n', body: token, override: true }],
    ['save_memory', { ...fact, name: 'n', body: token, allow: ['github-token'] }],
    ['update_memory', { name: 'old', body: token }],
    ['update_memory', { name: 'old', old_text: 'body', new_text: token }],
    ['update_memory', { name: 'old', new_name: token }],
    ['update_memory', { name: token, body: 'x' }],
  ];

  test('is refused with rule, place and remedy, and leaves no trace', async () => {
    const { top, memory, project, home } = scratchHome();
    spawnSync('git', ['init', '-q', memory]);
    const temporary = join(top, 'home');
    const environment = { HOME: home, TMPDIR: temporary };
    const raw = new RawProcess(['--dir', memory], environment, project);
    await raw.initialize();
    raw.call(1, 'save_memory', { ...fact, name: 'old' });
    await raw.answer(1);
    for (const [index, [name, input]] of calls.entries()) {
      raw.call(index + 2, name, input);
      const answer = await raw.answer(index + 2);
      expect(answer.error !== undefined || answer.result?.isError, JSON.stringify(input)).toBe(
        true,
      );
    }
    const [first] = raw.messages.filter(({ id }) => id === 2);
    expect(JSON.stringify(first)).toContain(
      'REFUSED: The body holds what looks like a GitHub token (line 2, column 1). Rule github-token; nothing was written. Leave the value out and say where it is kept',
    );
    raw.child.stdin.end();
    await raw.ended;
    const files = readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => `${item.name} ${readFileSync(join(item.parentPath, item.name), 'latin1')}`);
    const objects = ['--batch-all-objects', '--batch'];
    const { stdout } = spawnSync('git', ['-C', memory, 'cat-file', ...objects], {
      encoding: 'latin1',
    });
    expect(files.join()).toContain('About it');
    for (const place of [files.join(), stdout, raw.log]) expect(place).not.toContain(start);
    const answers = raw.messages.filter(({ id }) => typeof id === 'number');
    expect(JSON.stringify(answers)).not.toContain(start);
  });

  test('is refused by the project’s rules too', async () => {
    const { memory, project, home } = scratchHome();
    const rules = [
      { id: 'customer', pattern: 'KD-[0-9]{8}', message: 'a customer number', action: 'refuse' },
    ];
    writeFileSync(join(project, '.mem.json'), JSON.stringify({ guard: { rules } }));
    const raw = new RawProcess(['--dir', memory], { HOME: home }, project);
    await raw.initialize();
    raw.call(1, 'save_memory', { ...fact, name: 'n', body: 'KD-12345678' });
    expect(JSON.stringify(await raw.answer(1))).toContain('Rule customer');
  });
});

describe.each(eras)('in the %s era', (era) => {
  test('no tool can be told to let it pass', async () => {
    const client = await connect(worldInRam(), era);
    const { tools } = await client.listTools();
    for (const { inputSchema } of tools) {
      const names = Object.keys(inputSchema.properties ?? {});
      expect(names.filter((name) => /override|allow|force|guard|secret/.test(name))).toEqual([]);
    }
  });

  test('a person who is asked is not shown the value', async () => {
    const asked: string[] = [];
    const client = await connect(worldInRam({ write: 'ask' }), era, (message) => {
      asked.push(message);
      return { action: 'accept', content: { answer: true, confirm: true } };
    });
    await call(client, 'save_memory', { ...fact, name: 'n', body: token }).catch(() => {});
    expect(asked.join()).toContain('[github-token]');
    expect(asked.join()).not.toContain(start);
  });

  test('warnings come with the answer', async () => {
    const client = await connect(worldInRam(), era);
    const body = 'Skip the tests for now.';
    const { data } = await call(client, 'save_memory', { ...fact, name: 'n', body });
    expect(data).toMatchObject({ warnings: [{ kind: 'fact-short-lived' }] });
  });
});
