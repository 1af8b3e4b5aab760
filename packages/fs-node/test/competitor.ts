// One of several processes on one directory. Arguments: kind of storage, directory, task, own name.
import { isMemoryError, type Storage, storagePath } from '@mem/core';
import { createDirectoryStorage } from '../src/index.js';
import { createPlainStorage } from './plain-storage.js';

const [kind = '', directory = '', task = '', name = ''] = process.argv.slice(2);
const storage: Storage =
  kind === 'plain' ? createPlainStorage(directory) : createDirectoryStorage(directory);
const counter = storagePath('counter.md');

const tasks: Record<string, () => Promise<void>> = {
  async increment() {
    for (let done = 0; done < 50; ) {
      const file = await storage.read(counter);
      const next = Number.parseInt(new TextDecoder().decode(file?.bytes), 10) + 1;
      // Named, since identical bytes would be a success for two writers.
      const text = `${next} by ${name}`;
      if (await succeeds(() => write(counter, text, file?.version))) done += 1;
    }
  },
  async create() {
    for (let round = 0; round < 50; round++) {
      const path = storagePath(`round-${round}.md`);
      if (await succeeds(() => write(path, `by ${name}`, null))) process.stdout.write(`${round}\n`);
    }
  },
  async checkpoint() {
    for (let round = 0; round < 50; round++) {
      const path = storagePath(`${name}.md`);
      await write(path, `round ${round}`);
      await storage.checkpoint?.({ message: `${name} ${round}`, paths: [path] });
    }
  },
};

function write(path: ReturnType<typeof storagePath>, text: string, expect?: string | null) {
  const options = expect === undefined ? {} : { expect };
  return storage.write(path, new TextEncoder().encode(text), options);
}

async function succeeds(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (isMemoryError(error) && error.code === 'CONFLICT') return false;
    throw error;
  }
}

await tasks[task]?.();
