// Two agents and a person change one memory at the same time, and nobody's change is lost.
// Runs as it is (`node main.mjs`) and fails loudly when something is not as it should be.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, isMemoryError } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';

const directory = join(mkdtempSync(join(tmpdir(), 'mem-example-')), 'memory');
const open = () => createMemoryStore(createDirectoryStorage(directory));
const [agentOne, agentTwo] = [open(), open()];

await agentOne.save({
  name: 'release-steps',
  type: 'project',
  description: 'How a release goes',
  body: 'tag, build, announce',
});

// A condition: change it only if it still is what I read. The slower one is told, and reads again.
const read = await agentTwo.get('release-steps');
await agentOne.update('release-steps', { body: 'test, tag, build, announce' });
const conflict = await agentTwo
  .update('release-steps', { body: 'tag, announce' }, { ifVersion: read.version })
  .catch((error) => error);
assert.ok(isMemoryError(conflict) && conflict.code === 'CONFLICT');

// Without a condition, only the given fields are applied, to whatever is there by then.
const file = join(directory, 'release-steps.md');
writeFileSync(file, readFileSync(file, 'utf8').replace('How a release goes', 'How WE release'));
await agentTwo.update('release-steps', { body: 'test, tag, build, announce, rest' });
const text = readFileSync(file, 'utf8');
assert.match(text, /How WE release/);
assert.match(text, /announce, rest/);

// What was overwritten can come back.
await agentTwo.undo();
assert.match(readFileSync(file, 'utf8'), /build, announce\n$/);
console.log('Nothing was lost.');
