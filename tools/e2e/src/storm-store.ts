import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore, isMemoryError } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';

/** What the storm does to a store, so that ours and the negative control take the same blows. */
export interface StormStore {
  save(name: string, body: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Adds one to the number that is the entry's body, by whatever means the store has. */
  increment(name: string): Promise<void>;
  /** True when this call made the entry and no other did. */
  create(name: string, body: string): Promise<boolean>;
}

export function openStormStore(kind: string, directory: string): StormStore {
  return kind === 'plain' ? plainStore(directory) : memStore(directory);
}

function memStore(directory: string): StormStore {
  const store = createMemoryStore(createDirectoryStorage(directory));
  const fields = { description: 'kept through the storm', type: 'project' } as const;
  return {
    save: async (name, body) => void (await store.save({ name, ...fields, body })),
    delete: async (name) => void (await store.delete(name)),
    create: async (name, body) => {
      try {
        await store.save({ name, ...fields, body }, { ifVersion: null });
        return true;
      } catch (error) {
        if (isMemoryError(error) && error.code === 'CONFLICT') return false;
        throw error;
      }
    },
    increment: async (name) => {
      for (;;) {
        const { body, version } = await store.get(name);
        try {
          await store.update(name, { body: `${Number(body) + 1}\n` }, { ifVersion: version });
          return;
        } catch (error) {
          if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
        }
      }
    },
  };
}

/** The algorithm that most tools use: write in place, render the index anew. */
function plainStore(directory: string): StormStore {
  mkdirSync(directory, { recursive: true });
  const fileOf = (name: string) => join(directory, `${name}.md`);
  const renderIndex = () => {
    const files = readdirSync(directory).filter(
      (file) => file.endsWith('.md') && file !== 'MEMORY.md',
    );
    const lines = files.map(
      (file) => `- [${file.slice(0, -3)}](${file}) — kept through the storm\n`,
    );
    writeFileSync(join(directory, 'MEMORY.md'), lines.join(''));
  };
  const write = (name: string, body: string) => {
    const header = `---\nname: ${name}\ndescription: kept through the storm\ntype: project\n---\n\n`;
    writeFileSync(fileOf(name), header + body);
  };
  const read = (name: string) => readFileSync(fileOf(name), 'utf8').split('\n---\n\n')[1] ?? '';
  return {
    save: async (name, body) => {
      write(name, body);
      renderIndex();
    },
    delete: async (name) => {
      rmSync(fileOf(name));
      renderIndex();
    },
    create: async (name, body) => {
      if (readdirSync(directory).includes(`${name}.md`)) return false;
      await new Promise((resolve) => setTimeout(resolve, 5));
      write(name, body);
      return true;
    },
    increment: async (name) => {
      const number = Number(read(name));
      await new Promise((resolve) => setImmediate(resolve));
      write(name, `${number + 1}\n`);
    },
  };
}
