import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { guardText } from '@mem/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardSettings, userSettingsPath } from './guard-settings.js';

let top: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'mem-guard-')));
  for (const folder of ['home', 'project/memory', 'elsewhere/memory']) {
    mkdirSync(join(top, folder), { recursive: true });
  }
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
}

const surroundings = () => ({
  environment: {},
  homeDirectory: join(top, 'home'),
  workingDirectory: join(top, 'project'),
});

const load = (memory = 'project/memory') => guardSettings(surroundings(), join(top, memory));

async function actionsOf(memory?: string): Promise<Record<string, string>> {
  const body = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a for now KD-12345678';
  const findings = guardText({ body, type: 'project' }, await load(memory));
  return Object.fromEntries(findings.map(({ rule, action }) => [rule, action]));
}

it('is the built-in guard without settings', async () => {
  expect(await load()).toEqual({});
  put(join(top, 'project/.mem.json'), { directory: 'memory' });
  expect(await load()).toEqual({});
});

it('follows the user’s settings, which may loosen', async () => {
  put(userSettingsPath(surroundings()), { guard: { policy: { secret: 'allow' } } });
  expect(await actionsOf()).toEqual({ 'this-time': 'warn' });
});

it('lets a project tighten and never loosen', async () => {
  const loose = { secret: 'allow', 'short-lived': 'allow', 'github-token': { project: 'allow' } };
  put(join(top, 'project/.mem.json'), { guard: { policy: loose, strict: false } });
  expect(await actionsOf()).toEqual({ 'github-token': 'refuse', 'this-time': 'warn' });
  const rules = [
    { id: 'customer', pattern: 'KD-[0-9]{8}', message: 'a customer number', action: 'refuse' },
  ];
  put(join(top, 'project/.mem.json'), { guard: { strict: true, rules } });
  expect(await actionsOf()).toEqual({
    'github-token': 'refuse',
    'this-time': 'refuse',
    customer: 'refuse',
  });
});

it('heeds the project that the memory directory lies in too', async () => {
  put(join(top, 'elsewhere/.mem.json'), { guard: { strict: true } });
  expect(await actionsOf('elsewhere/memory')).toMatchObject({ 'this-time': 'refuse' });
});

it.each([
  ['no json', '{', /not valid JSON/],
  ['no object', { guard: true }, /must be an object/],
  ['a misspelt key', { guard: { polices: {} } }, /"polices"; it may have policy, strict, rules/],
  ['a floor of its own', { guard: { atLeast: {} } }, /"atLeast"/],
  ['an unknown action', { guard: { policy: { secret: 'deny' } } }, /policy for "secret"/],
  ['strict in words', { guard: { strict: 'yes' } }, /true or false/],
  [
    'a rule that cannot run',
    { guard: { rules: [{ id: 'a', pattern: '(', message: 'm' }] } },
    /rule "a"/,
  ],
])('refuses %s, in the project’s file and the user’s', async (_, value, message) => {
  put(join(top, 'project/.mem.json'), value);
  await expect(load()).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringMatching(message),
  });
  rmSync(join(top, 'project/.mem.json'));
  put(userSettingsPath(surroundings()), value);
  await expect(load()).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringMatching(message),
  });
});
