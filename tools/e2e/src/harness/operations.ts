import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MemoryStore } from '@mem/core';
import { openSync } from '@mem/git';
import { gitOptions, openStore, type StoreKind } from './open-store.ts';

/** Something that is done to a directory and may be cut short at any of its file calls. */
export interface Operation {
  readonly kinds: readonly StoreKind[];
  readonly before: Readonly<Record<string, string>>;
  /** What was done by others, completely, before. */
  prepare?(store: MemoryStore, directory: string): Promise<void>;
  run(store: MemoryStore, directory: string): Promise<unknown>;
}

const entry = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n\n${body}\n`;
const old = 'The old text. '.repeat(300);
const fresh = 'The new text. '.repeat(400);
const line = (name: string) => `- [${name}](${name}.md) — about ${name}\n`;
const files = {
  'note.md': entry('note', old),
  'other.md': entry('other', 'Nobody touches this.'),
  'MEMORY.md': `# Written by hand\n\n${line('note')}${line('other')}`,
};
const ours = ['mem', 'plain'] as const;
const onlyOurs = ['mem'] as const;

async function firstWaiting(store: MemoryStore): Promise<string> {
  return (await store.pending.list()).changes[0]?.id ?? '';
}

export const operations: Readonly<Record<string, Operation>> = {
  'the first save of all': {
    kinds: ours,
    before: {},
    run: (store) =>
      store.save({ name: 'note', description: 'about note', type: 'project', body: fresh }),
  },
  'save of a new entry': {
    kinds: ours,
    before: files,
    run: (store) =>
      store.save({ name: 'new', description: 'about new', type: 'project', body: fresh }),
  },
  'update of a body and a description': {
    kinds: ours,
    before: files,
    run: (store) => store.update('note', { description: 'about something else', body: fresh }),
  },
  'update of an entry in a folder': {
    kinds: onlyOurs,
    before: { ...files, 'topics/deep.md': entry('deep', old) },
    run: (store) => store.update('deep', { body: fresh }),
  },
  'an edited file put back': {
    kinds: onlyOurs,
    before: files,
    async run(store) {
      const { version } = await store.getFile('note');
      const bytes = new TextEncoder().encode(entry('note', fresh));
      return store.replaceFile('note', bytes, { ifVersion: version });
    },
  },
  delete: { kinds: ours, before: files, run: (store) => store.delete('note') },
  'delete for good': {
    kinds: onlyOurs,
    before: files,
    run: (store) => store.delete('note', { purge: true }),
  },
  rename: { kinds: ours, before: files, run: (store) => store.rename('note', 'renamed') },
  'rename in place': {
    kinds: onlyOurs,
    before: files,
    run: (store) => store.rename('note', 'Note'),
  },
  reindex: {
    kinds: ours,
    before: {
      ...files,
      'unlisted.md': entry('unlisted', 'It has no line.'),
      'MEMORY.md': `# Written by hand\n\n${line('note')}${line('other')}${line('gone')}`,
    },
    run: (store) => store.reindex(),
  },
  'undo of an update': {
    kinds: onlyOurs,
    before: files,
    prepare: async (store) => void (await store.update('note', { description: 'x', body: fresh })),
    run: (store) => store.undo(),
  },
  'undo beside an index that was edited since': {
    kinds: onlyOurs,
    before: files,
    async prepare(store, directory) {
      await store.rename('note', 'renamed');
      appendFileSync(`${directory}/MEMORY.md`, '\nAdded by hand.\n');
    },
    run: (store) => store.undo(),
  },
  'undo of a deletion': {
    kinds: onlyOurs,
    before: files,
    prepare: async (store) => void (await store.delete('note')),
    run: (store) => store.undo(),
  },
  'a proposal': {
    kinds: onlyOurs,
    before: files,
    run: (store) => store.pending.add({ kind: 'update', name: 'note', fields: { body: fresh } }),
  },
  'a proposal accepted': {
    kinds: onlyOurs,
    before: files,
    prepare: async (store) =>
      void (await store.pending.add({ kind: 'update', name: 'note', fields: { body: fresh } })),
    run: async (store) => store.pending.accept(await firstWaiting(store)),
  },
  'a proposal rejected': {
    kinds: onlyOurs,
    before: files,
    prepare: async (store) =>
      void (await store.pending.add({ kind: 'delete', name: 'note', reason: 'old' })),
    run: async (store) => store.pending.reject(await firstWaiting(store)),
  },
  'save with its commit': {
    kinds: ['git'],
    before: files,
    prepare: (_, directory) => beginRepository(directory),
    run: (store) => store.update('note', { body: fresh }),
  },
  'sync with another machine': {
    kinds: ['git'],
    before: files,
    prepare: beginTwoMachines,
    run: (_, directory) => syncOf(directory).sync(),
  },
};

export function operationsOf(kind: StoreKind): string[] {
  return Object.keys(operations).filter((name) => operations[name]?.kinds.includes(kind));
}

/** Lays out the files, and does what was done before; the directory of nothing is not made. */
export async function layOut(
  kind: StoreKind,
  directory: string,
  { before, prepare }: Operation,
): Promise<void> {
  for (const [path, text] of Object.entries(before)) {
    mkdirSync(dirname(`${directory}/${path}`), { recursive: true });
    writeFileSync(`${directory}/${path}`, text);
  }
  await prepare?.(openStore(kind, directory), directory);
}

/** The same again, from a directory that was laid out once. */
export function copyLayout(from: string, to: string): void {
  for (const suffix of ['', '.remote.git']) {
    if (existsSync(`${from}${suffix}`)) {
      cpSync(`${from}${suffix}`, `${to}${suffix}`, { recursive: true, preserveTimestamps: true });
    }
  }
}

function git(directory: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=harness', '-c', 'user.email=harness@example.org'];
  execFileSync('git', [...identity, ...args], { cwd: directory, stdio: 'ignore' });
}

async function beginRepository(directory: string): Promise<void> {
  git(directory, 'init', '--quiet', '--initial-branch=main');
  git(directory, 'add', '--all');
  git(directory, 'commit', '--quiet', '--message=all');
}

/** Two directories with one remote between them; each has changed what the other has not. */
async function beginTwoMachines(store: MemoryStore, directory: string): Promise<void> {
  const other = `${directory}.other`;
  await beginRepository(directory);
  git(directory, 'init', '--quiet', '--bare', '--initial-branch=main', `${directory}.remote.git`);
  await syncOf(directory).sync();
  git(directory, 'clone', '--quiet', `${directory}.remote.git`, other);
  await openStore('git', other).update('other', { body: 'From the other machine.' });
  await openStore('git', other).save({
    name: 'arrived',
    description: 'about arrived',
    type: 'project',
    body: 'From the other machine.',
  });
  await syncOf(other, `${directory}.remote.git`).sync();
  await store.update('note', { body: 'From this machine.' });
}

function syncOf(directory: string, remote = `${directory}.remote.git`) {
  return openSync({ ...gitOptions(directory), remote, branch: 'main' });
}
