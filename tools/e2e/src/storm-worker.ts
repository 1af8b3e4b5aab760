import { writeSync } from 'node:fs';
import { openStormStore, type StormStore } from './storm-store.ts';
import { wholeBody } from './storm-text.ts';

/** One process of a storm. Tells on its output, synchronously, what it begins and what was acknowledged. */
const [kind = '', directory = '', task = '', id = '', count = '0', seed = '1'] =
  process.argv.slice(2);

function tell(event: Record<string, unknown>): void {
  writeSync(1, `${JSON.stringify(event)}\n`);
}

function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Saves, overwrites and deletes entries of its own, and overwrites one that all share. */
async function mixed(store: StormStore): Promise<void> {
  const random = createRandom(Number(seed));
  const mine: string[] = [];
  for (let step = 0; step < Number(count); step++) {
    const dice = random();
    const old = mine[Math.floor(random() * mine.length)];
    if (dice < 0.2 && old !== undefined) {
      tell({ begin: step, delete: old });
      await store.delete(old);
      mine.splice(mine.indexOf(old), 1);
      tell({ done: step, delete: old });
      continue;
    }
    const name = dice < 0.3 ? 'shared' : dice < 0.5 && old ? old : `w${id}-n${step}`;
    const body = wholeBody(`${id}-${step}`, 1 + Math.floor(random() * 3));
    tell({ begin: step, save: name });
    await store.save(name, body);
    if (name !== 'shared' && !mine.includes(name)) mine.push(name);
    tell({ done: step, save: name, body });
  }
}

async function increments(store: StormStore): Promise<void> {
  for (let step = 0; step < Number(count); step++) await store.increment('counter');
}

/** All racers start each round at the same moment: the seed is the time of the first. */
async function race(store: StormStore): Promise<void> {
  for (let step = 0; step < Number(count); step++) {
    const wait = Number(seed) + step * 40 - Date.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
    const won = await store.create(`race-${step}`, `winner ${id}\n`);
    tell({ race: step, won });
  }
}

const tasks: Record<string, (store: StormStore) => Promise<void>> = { mixed, increments, race };

const store = openStormStore(kind, directory);
await tasks[task]?.(store);
tell({ end: id });
