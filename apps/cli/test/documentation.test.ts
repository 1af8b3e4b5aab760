import { readFileSync } from 'node:fs';
import { problemKinds } from '@mem/core';
import { expect, it } from 'vitest';
import { commands } from '../src/commands/table.js';
import { exitCodes } from '../src/exit-code.js';

const documentation = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');

it.each([...commands.keys()])('docs/cli.md tells of %s and its document', (verb) => {
  expect(documentation).toMatch(new RegExp(`^\\| \`${verb}[ \`]`, 'm'));
  const documents = documentation.slice(documentation.indexOf('## JSON'));
  expect(documents).toMatch(new RegExp(`^\\| .*\`${verb}\``, 'm'));
});

it.each([...commands])('docs/cli.md names every option of %s', async (verb, load) => {
  const names = Object.keys((await load()).options);
  const [row = ''] = new RegExp(`^\\| \`${verb}\` \\| \`--.*$`, 'm').exec(documentation) ?? [];
  const named = [...row.matchAll(/`--([a-z-]+)/g)].map(([, name]) => name);
  expect(named).toEqual(names);
});

it.each(problemKinds)('docs/cli.md explains %s', (kind) => {
  expect(documentation).toMatch(new RegExp(`^\\| .*\`${kind}\`.* \\| .+ \\|$`, 'm'));
});

it.each(Object.entries(exitCodes))('docs/cli.md gives %s the exit code %i', (error, code) => {
  expect(documentation).toMatch(new RegExp(`^\\| ${code} \\| .*\`${error}\``, 'm'));
});

it.each([...commands])(
  '%s has options, examples and words that a reader needs',
  async (verb, load) => {
    const command = await load();
    expect(command.usage.split(' ')[0]).toBe(verb);
    expect(command.summary).not.toMatch(/^[A-Z]|\.$/);
    expect(command.examples.length).toBeGreaterThan(0);
  },
);
