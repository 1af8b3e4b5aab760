import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createMemoryStore, isMemoryError, type MemoryStore, type Storage } from '@mem/core';
import type { Durability } from '@mem/fs-node';
import { createMemfsStorage, Volume } from '@mem/memfs';
import { openStorage, type StoreKind } from './open-store.ts';
import type { FoundFiles } from './power-loss-model.ts';
import { recordDisk } from './recorded-disk.ts';

export interface PowerReport {
  /** Ways in which a power cut may leave the directory, over all moments. */
  readonly cuts: number;
  /** Of these, with a visible file that is neither old nor new. */
  readonly torn: number;
  /** Of these, with an acknowledged change gone. */
  readonly lost: number;
  /** Of a sample that was opened and written to again: what went wrong. */
  readonly unhealed: readonly string[];
  readonly examples: readonly string[];
}

const entry = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n\n${body}\n`;
const before: Readonly<Record<string, string>> = {
  'note.md': entry('note', 'old '.repeat(400)),
  'MEMORY.md': '- [note](note.md) — about note\n',
};

/** What is done, one after the other; each is acknowledged before the next. */
const steps: readonly ((store: MemoryStore) => Promise<unknown>)[] = [
  (store) => store.save({ name: 'new', description: 'd', type: 'user', body: 'new '.repeat(300) }),
  (store) => store.update('note', { description: 'changed', body: 'fresh '.repeat(500) }),
  (store) => store.pending.add({ kind: 'update', name: 'note', fields: { body: 'proposed' } }),
  (store) => store.rename('note', 'renamed'),
  (store) => store.delete('new'),
  (store) => store.undo(),
  (store) => store.reindex(),
];

/** What the visible files may hold at the moment. */
class Expectation {
  /** Every text that a path was ever meant to hold. */
  readonly #whole = new Map<string, Set<string | null>>();
  /** The acknowledged one, and those begun since. */
  readonly #allowed = new Map<string, Set<string | null>>();
  readonly #present = new Map<string, string | null>();

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.begin(path, textOf(Buffer.from(text)));
    this.acknowledge();
  }

  begin(path: string, text: string | null): void {
    for (const texts of [this.#whole, this.#allowed]) {
      if (!texts.has(path)) texts.set(path, new Set([null]));
      texts.get(path)?.add(text);
    }
    this.#present.set(path, text);
  }

  acknowledge(): void {
    for (const [path, text] of this.#present) this.#allowed.set(path, new Set([text]));
  }

  judge(find: (path: string) => string | null): { torn: string[]; lost: string[] } {
    const torn: string[] = [];
    const lost: string[] = [];
    for (const [path, texts] of this.#whole) {
      const text = find(path);
      // A name that never came to last is a loss, if at all; what it holds may not be torn.
      if (text !== null && !texts.has(text)) torn.push(path);
      else if (!this.#allowed.get(path)?.has(text)) lost.push(path);
    }
    return { torn, lost };
  }
}

/** Cuts the power after every call that changes the disk, in every way the model knows. */
export async function cutPower(
  kind: Exclude<StoreKind, 'git'>,
  durability: Durability,
): Promise<PowerReport> {
  const scratch = realpathSync(mkdtempSync(`${tmpdir()}/mem-power-`));
  const directory = `${scratch}/memory`;
  mkdirSync(directory);
  for (const [path, text] of Object.entries(before)) writeFileSync(`${directory}/${path}`, text);
  const expectation = new Expectation(before);
  const random = seededRandom(7);
  const examples = new Set<string>();
  const sample: FoundFiles[] = [];
  let [cuts, torn, lost, calls] = [0, 0, 0, 0];
  const disk = recordDisk(directory, () => {
    calls += 1;
    for (const found of disk.model.cuts(random)) {
      cuts += 1;
      const find = (path: string) => textOf(found.get(`${directory}/${path}`));
      const faults = expectation.judge(find);
      if (faults.torn.length > 0) torn += 1;
      if (faults.lost.length > 0) lost += 1;
      for (const path of faults.torn) examples.add(`${path} is torn after call ${calls}`);
      for (const path of faults.lost) examples.add(`${path} is lost after call ${calls}`);
      if (random() < 0.002) sample.push(found);
    }
  });
  const storage = openStorage(kind, directory, { fileSystem: disk.fileSystem, durability });
  const store = createMemoryStore(noting(storage, expectation));
  for (const step of steps) {
    // The plain store keeps nothing to undo: what it refuses changes nothing.
    await step(store).catch((error) => {
      if (!isMemoryError(error) || kind === 'mem') throw error;
    });
    expectation.acknowledge();
  }
  rmSync(scratch, { recursive: true, force: true });
  const unhealed = kind === 'mem' ? await reopenAll(sample, directory) : [];
  return { cuts, torn, lost, unhealed, examples: [...examples] };
}

/** Tells what each visible file is about to hold. */
function noting(storage: Storage, expectation: Expectation): Storage {
  return new Proxy(storage, {
    get(target, key) {
      if (key === 'write') {
        return (...values: Parameters<Storage['write']>) => {
          if (!values[0].startsWith('.')) expectation.begin(values[0], textOf(values[1]));
          return target.write(...values);
        };
      }
      if (key === 'remove') {
        return (...values: Parameters<Storage['remove']>) => {
          if (!values[0].startsWith('.')) expectation.begin(values[0], null);
          return target.remove(...values);
        };
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** What was found after a cut is a directory like any other: it is read, written and mended. */
async function reopenAll(sample: readonly FoundFiles[], directory: string): Promise<string[]> {
  const faults: string[] = [];
  for (const found of sample) {
    const volume = new Volume();
    volume.mkdirSync(directory, { recursive: true });
    for (const [path, bytes] of found) {
      volume.mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true });
      volume.writeFileSync(path, asAfterBoot(path, bytes));
      volume.utimesSync(path, longAgo, longAgo);
    }
    try {
      const store = createMemoryStore(createMemfsStorage({ volume, directory }));
      await store.list();
      await store.pending.list();
      await store.save({ name: 'after', description: 'd', type: 'user', body: 'It goes on.' });
      await store.undo();
      await store.reindex();
      const { problems } = await store.check();
      faults.push(...problems.filter(isOfEntry).map(({ message }) => message));
    } catch (error) {
      faults.push(`after a cut: ${error}`);
    }
  }
  return faults;
}

const longAgo = Date.now() / 1000 - 60;

/** The machine has started anew since: who held the lock is none of its processes. */
function asAfterBoot(path: string, bytes: Uint8Array): Buffer {
  if (!path.endsWith('/.mem/lock')) return Buffer.from(bytes);
  return Buffer.from(textOf(bytes).replace(/"realm":"[0-9a-f]+"/, `"realm":"${'f'.repeat(16)}"`));
}

function isOfEntry({ kind }: { kind: string }): boolean {
  return /^(frontmatter|file|field|index-(dangling|unindexed|duplicate))/.test(kind);
}

function textOf(bytes: Uint8Array): string;
function textOf(bytes: Uint8Array | undefined): string | null;
function textOf(bytes: Uint8Array | undefined): string | null {
  return bytes ? Buffer.from(bytes).toString('latin1') : null;
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
