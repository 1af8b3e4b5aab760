// An agent that changes the description of one memory as fast as it can, until its input ends. Tells
// when each of its writes began and ended. Arguments: `mem` or `plain`, directory, its number.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createMemoryStore, isMemoryError, type Storage } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { now, type TimedWrite } from './person-report.ts';

const [kind = 'mem', directory = '', id = ''] = process.argv.slice(2);
const writes: TimedWrite[] = [];
let stopped = false;
process.stdin.resume().on('end', () => {
  stopped = true;
});

function timed(storage: Storage): Storage {
  const inner = storage.write.bind(storage);
  return Object.assign(storage, {
    async write(...values: Parameters<Storage['write']>) {
      const began = now();
      const result = await inner(...values);
      if (values[0] === 'note.md') writes.push({ began, ended: now() });
      return result;
    },
  });
}

const store = createMemoryStore(timed(createDirectoryStorage(directory)));

async function update(description: string): Promise<void> {
  if (kind === 'mem') {
    await store.update('note', { description });
    return;
  }
  const text = readFileSync(`${directory}/note.md`, 'utf8');
  await pause(1);
  writeFileSync(
    `${directory}/note.md`,
    text.replace(/^description: .*$/m, `description: ${description}`),
  );
}

for (let step = 0; !stopped; step++) {
  try {
    await update(`agent ${id}, step ${step}`);
  } catch (error) {
    // A file that its editor has just emptied has no header to change.
    if (!isMemoryError(error)) throw error;
  }
  await new Promise((resolve) => setImmediate(resolve));
}
process.stdout.write(JSON.stringify(writes));
