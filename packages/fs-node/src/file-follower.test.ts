import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ChangeMark, StoredFileInfo } from '@mem/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scratchDirectory } from '../test/scratch-directory.js';
import { FileFollower } from './file-follower.js';
import { localFileSystem } from './file-system.js';
import { FileLister } from './list-files.js';
import { MemoryDirectory } from './memory-directory.js';

const options = {
  fileSystem: localFileSystem,
  maxFileSize: 1024 * 1024,
  durability: 'process',
  now: Date.now,
} as const;

class CountingLister extends FileLister {
  count = 0;

  override listAll(): StoredFileInfo[] {
    this.count++;
    return super.listAll();
  }
}

/** What a caller knows who goes from mark to mark. */
class Caller {
  readonly lister: CountingLister;
  readonly #directory: MemoryDirectory;
  readonly #follower: FileFollower;
  readonly #known = new Map<string, StoredFileInfo>();
  #mark: ChangeMark | undefined;

  constructor(path: string) {
    this.#directory = new MemoryDirectory(path, options);
    this.lister = new CountingLister(this.#directory);
    this.#follower = new FileFollower(this.#directory, this.lister);
    onTestFinished(() => this.#follower.close());
  }

  async known(): Promise<unknown> {
    const { mark, whole, changed, removed } = await this.#follower.changesSince(this.#mark);
    this.#mark = mark;
    if (whole) this.#known.clear();
    for (const info of changed) this.#known.set(info.path, info);
    for (const path of removed) this.#known.delete(path);
    return sorted([...this.#known.values()]);
  }

  /** Compares with what a new listing finds; a young file may get another version in between. */
  async expectTruth(what: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const before = this.#truth();
      const known = await this.known();
      if (JSON.stringify(before) !== JSON.stringify(this.#truth()) && attempt < 20) continue;
      expect(known, what).toEqual(before);
      return;
    }
  }

  #truth(): unknown {
    return sorted(new FileLister(this.#directory).listAll());
  }
}

function sorted(infos: StoredFileInfo[]): StoredFileInfo[] {
  return infos.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Every edit that names its own file, in place and otherwise. */
const edits: Record<string, (at: (name: string) => string) => void> = {
  'a new file': (at) => writeFileSync(at('new.md'), 'one'),
  'the same size in place': (at) => writeFileSync(at('new.md'), 'two'),
  'the same size in place, its times put back': (at) => {
    const { atime, mtime } = statSync(at('new.md'));
    writeFileSync(at('new.md'), 'tri');
    localUtimes(at('new.md'), atime, mtime);
  },
  'an appended line': (at) => appendFileSync(at('new.md'), 'more\n'),
  'a file moved over another': (at) => {
    writeFileSync(at('.aside'), 'aside');
    renameSync(at('.aside'), at('new.md'));
  },
  'a renamed file': (at) => renameSync(at('new.md'), at('renamed.md')),
  'a name in another script': (at) => writeFileSync(at('部署 ü.md'), 'x'),
  'a removed file': (at) => rmSync(at('renamed.md')),
  'a file in a folder': (at) => writeFileSync(at('folder/deep.md'), 'x'),
  'a new folder with a file': (at) => {
    mkdirSync(at('made/below'), { recursive: true });
    writeFileSync(at('made/below/file.md'), 'x');
  },
  'a file in the new folder': (at) => writeFileSync(at('made/below/other.md'), 'x'),
  'a renamed folder': (at) => renameSync(at('made'), at('moved')),
  'a file in the renamed folder': (at) => writeFileSync(at('moved/below/other.md'), 'y'),
  'a folder in the place of another': (at) => {
    rmSync(at('moved'), { recursive: true });
    mkdirSync(at('moved'));
    writeFileSync(at('moved/again.md'), 'z');
  },
  'a file in the folder that was put there': (at) => writeFileSync(at('moved/again.md'), 'w'),
  'a link in the place of a file': (at) => {
    rmSync(at('folder/deep.md'));
    symlinkSync(at('note.md'), at('folder/deep.md'));
  },
  'a file in the place of the link': (at) => {
    rmSync(at('folder/deep.md'));
    writeFileSync(at('folder/deep.md'), 'x');
  },
  'other rights': (at) => chmodSync(at('note.md'), 0o600),
  'a removed folder': (at) => rmSync(at('moved'), { recursive: true }),
  'a hidden file': (at) => writeFileSync(at('.hidden.md'), 'x'),
  'a folder in the place of the index': (at) => mkdirSync(at('MEMORY.md')),
  'an index in the place of the folder': (at) => {
    rmSync(at('MEMORY.md'), { recursive: true });
    writeFileSync(at('MEMORY.md'), 'x');
  },
};

function localUtimes(path: string, atime: Date, mtime: Date): void {
  process.getBuiltinModule('node:fs').utimesSync(path, atime, mtime);
}

/** A directory with two notes, followed until its events are listened to. */
async function followed() {
  const directory = scratchDirectory();
  const at = (name: string) => join(directory, name);
  mkdirSync(at('folder'));
  writeFileSync(at('note.md'), 'note');
  writeFileSync(at('folder/other.md'), 'other');
  const caller = new Caller(directory);
  for (let look = 0; look < 4; look++) await caller.known();
  return { directory, at, caller };
}

test.each(Object.keys(edits))('is true right after %s', async (what) => {
  const { at, caller } = await followed();
  for (const [each, edit] of Object.entries(edits)) {
    edit(at);
    if (each === what) break;
  }
  await caller.expectTruth(what);
});

test('is true after one edit after the other, and after each of two looks', async () => {
  const { at, caller } = await followed();
  for (const [what, edit] of Object.entries(edits)) {
    edit(at);
    await caller.expectTruth(what);
    await caller.expectTruth(`${what}, later`);
  }
});

test('notices another directory in the place of this one, and one that is gone and comes again', async () => {
  const { directory, at, caller } = await followed();
  renameSync(directory, `${directory}-aside`);
  onTestFinished(() => rmSync(`${directory}-aside`, { recursive: true }));
  mkdirSync(directory);
  writeFileSync(at('foreign.md'), 'x');
  await caller.expectTruth('another directory');
  rmSync(directory, { recursive: true });
  await caller.expectTruth('no directory');
  mkdirSync(directory);
  for (let look = 0; look < 4; look++) await caller.known();
  writeFileSync(at('again.md'), 'x');
  await caller.expectTruth('a directory again');
});

test('sees what is written through another link of the file, which raises no event here', async () => {
  const { at, caller } = await followed();
  const elsewhere = join(scratchDirectory(), 'elsewhere.md');
  linkSync(at('note.md'), elsewhere);
  // Whatever told of the link: it is known from the next whole look on.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  await caller.known();
  writeFileSync(elsewhere, 'NOTE');
  expect(readFileSync(at('note.md'), 'utf8')).toBe('NOTE');
  await caller.expectTruth('an edit through the link');
});

test('a mark of long ago, or of another, is answered with everything', async () => {
  const { at, caller } = await followed();
  const directory = new MemoryDirectory(at('.'), options);
  const follower = new FileFollower(directory, new FileLister(directory));
  onTestFinished(() => follower.close());
  const { mark } = await follower.changesSince(undefined);
  const other = new FileFollower(directory, new FileLister(directory));
  onTestFinished(() => other.close());
  expect((await other.changesSince(mark)).whole).toBe(true);
  expect((await follower.changesSince(mark)).whole).toBe(false);
  for (let file = 0; file < 500; file++) writeFileSync(at(`many${file}.md`), '');
  for (let round = 0; round < 20; round++) {
    for (let file = 0; file < 500; file++) writeFileSync(at(`many${file}.md`), `${round}`);
    await follower.changesSince(undefined);
    await caller.known();
  }
  const changes = await follower.changesSince(mark);
  expect(changes.whole).toBe(true);
  expect(changes.changed).toHaveLength(502);
  await caller.expectTruth('many changes');
});

test('many who ask at once are all told', async () => {
  const { at, caller } = await followed();
  writeFileSync(at('new.md'), 'x');
  const asked = Array.from({ length: 20 }, () => caller.known());
  for (const known of await Promise.all(asked)) {
    expect((known as StoredFileInfo[]).map(({ path }) => path)).toContain('new.md');
  }
});

// Elsewhere every look is a whole one, which the tests above show to be true as well.
describe.runIf(process.platform === 'linux')('where events can be relied on', () => {
  test('looks only at the files that the events name', async () => {
    const { at, caller } = await followed();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await caller.known();
    const before = caller.lister.count;
    for (let round = 0; round < 200; round++) {
      writeFileSync(at('note.md'), `round ${round}`);
      writeFileSync(at(`new${round}.md`), 'x');
      if (round % 3 === 0) rmSync(at(`new${round}.md`));
      await caller.known();
    }
    // Twice where the rounds take longer than events are trusted.
    expect(caller.lister.count - before).toBeLessThan(5);
    await caller.expectTruth('200 rounds');
  });

  test('looks at all files again after two seconds, whatever the events say', async () => {
    const { caller } = await followed();
    const before = caller.lister.count;
    await new Promise((resolve) => setTimeout(resolve, 2_050));
    await caller.known();
    expect(caller.lister.count).toBeGreaterThan(before);
  });

  test('looks at all files when so many events come that the system may have dropped some', async () => {
    const { at, caller } = await followed();
    const before = caller.lister.count;
    for (let round = 0; round < 20_000; round++) writeFileSync(at(`some${round % 2}.md`), 'x');
    writeFileSync(at('last.md'), 'x');
    await caller.expectTruth('a flood');
    expect(caller.lister.count).toBeGreaterThan(before);
  });

  test('takes nothing that keeps the process alive, and gives all back when it is closed', async () => {
    const resources = () =>
      process.getActiveResourcesInfo().filter((name) => name.includes('FSEvent')).length;
    const before = resources();
    const { directory } = await followed();
    const memory = new MemoryDirectory(directory, options);
    const follower = new FileFollower(memory, new FileLister(memory));
    for (let look = 0; look < 4; look++) await follower.changesSince(undefined);
    follower.close();
    await follower.changesSince(undefined);
    expect(resources()).toBe(before);
  });
});
