import { type Storage, storagePath } from '@mem/core';

export interface VictimOperation {
  /** Contents of the directory before; none: it does not exist yet. */
  readonly before: Readonly<Record<string, string>>;
  /** Contents after; at every moment each file is as before or as after. */
  readonly after: Readonly<Record<string, string>>;
  run(storage: Storage): Promise<unknown>;
}

const old = 'old '.repeat(500);
const fresh = 'fresh '.repeat(700);
const note = storagePath('note.md');
const bystander = { 'bystander.md': 'untouched' };

export const operations: Readonly<Record<string, VictimOperation>> = {
  'the first write of all': {
    before: {},
    after: { 'note.md': fresh },
    run: (storage) => storage.write(note, bytes(fresh)),
  },
  'a new file': {
    before: bystander,
    after: { ...bystander, 'note.md': fresh },
    run: (storage) => storage.write(note, bytes(fresh), { expect: null }),
  },
  'a new file in new folders': {
    before: bystander,
    after: { ...bystander, 'a/b/note.md': fresh },
    run: (storage) => storage.write(storagePath('a/b/note.md'), bytes(fresh)),
  },
  'another file in the place of an old one': {
    before: { ...bystander, 'note.md': old },
    after: { ...bystander, 'note.md': fresh },
    run: (storage) => storage.write(note, bytes(fresh)),
  },
  'a replacement and its checkpoint': {
    before: { ...bystander, 'note.md': old },
    after: { ...bystander, 'note.md': fresh },
    async run(storage) {
      await storage.write(note, bytes(fresh));
      await storage.checkpoint?.({ message: 'replaced', paths: [note] });
    },
  },
  'a removal': {
    before: { ...bystander, 'note.md': old },
    after: bystander,
    run: (storage) => storage.remove(note),
  },
};

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
