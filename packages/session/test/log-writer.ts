// One of several processes that log. Arguments: directory, own name, number of bullets, and `plain`
// for the way that loses bullets: read the file, add to it, write it back.
import { readFileSync, writeFileSync } from 'node:fs';
import { createDirectoryStorage } from '@mem/fs-node';
import { appendLogEntry } from '../src/index.js';

const [directory = '', name = '', count = '', way = ''] = process.argv.slice(2);
const at = new Date('2026-05-01T10:00:00Z');
const storage = createDirectoryStorage(directory);

for (let round = 0; round < Number(count); round++) {
  const text = `${name} ${round} ${'x'.repeat((round * 37) % 400)}`;
  if (way === 'plain') appendPlainly(`- 10:00:00+00:00 ${text}\n`);
  else await appendLogEntry(storage, { text, at, timeZone: 'UTC' });
  process.stdout.write(`${text}\n`);
}

function appendPlainly(bullet: string): void {
  const path = `${directory}/log.md`;
  const text = readFileSync(path, 'utf8');
  // Long enough for the other processes to have started, however slow the machine is at that.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  writeFileSync(path, text + bullet);
}
