import type { Storage, StoragePath } from '../storage.js';
import {
  check,
  checkEqual,
  checkRejects,
  decode,
  listedPaths,
  path,
  text,
} from './expectations.js';
import type { StorageCase } from './storage-case.js';

/** Names, prefixes, and what a listing holds. */
export const listingCases: readonly StorageCase[] = [
  {
    name: 'list yields every file, whatever its suffix',
    async run(open) {
      const storage = await open();
      const names = ['a.md', 'B.MD', 'c.txt', 'no-suffix', 'folder/d.json', 'folder/e/f.md.bak'];
      await writeAll(storage, names);
      checkEqual(await listedPaths(storage), [...names].sort(), 'listing');
    },
  },
  {
    name: 'a prefix counts whole segments',
    async run(open) {
      const storage = await open();
      await writeAll(storage, ['foo/a.md', 'foo/bar/b.md', 'foobar/c.md', 'foo.md', 'foo-d/e.md']);
      checkEqual(await listedPaths(storage, path('foo')), ['foo/a.md', 'foo/bar/b.md'], 'foo');
      checkEqual(await listedPaths(storage, path('foo/bar')), ['foo/bar/b.md'], 'foo/bar');
      checkEqual(await listedPaths(storage, path('fo')), [], 'part of a segment');
      checkEqual(await listedPaths(storage, path('foo.md')), [], 'nothing lies below a file');
      checkEqual(await listedPaths(storage, path('absent/deep')), [], 'an absent prefix');
    },
  },
  {
    name: 'paths below .mem are stored, and listed only when asked for',
    async run(open) {
      const storage = await open();
      const note = path('.mem/journal/1.json');
      await writeAll(storage, ['a.md', '.mem/journal/1.json', '.mem/pending/b.md', '.mem/c']);
      checkEqual(await listedPaths(storage), ['a.md'], 'without a prefix');
      const all = ['.mem/c', '.mem/journal/1.json', '.mem/pending/b.md'];
      checkEqual(await listedPaths(storage, path('.mem')), all, '.mem');
      checkEqual(await listedPaths(storage, path('.mem/journal')), [note], '.mem/journal');
      await storage.write(note, text('changed'));
      checkEqual(decode(await storage.read(note)), 'changed', note);
      const again = storage.write(note, text('x'), { expect: null });
      await checkRejects('CONFLICT', again, 'a condition below .mem');
      checkEqual((await storage.remove(note)).existed, true, 'existed');
      checkEqual(await listedPaths(storage, path('.mem')), [all[0], all[2]], 'after the removal');
    },
  },
  {
    name: 'hidden paths are refused and never shown',
    async run(open) {
      const storage = await open();
      for (const name of [
        '.hidden.md',
        '.git/config',
        'folder/.hidden',
        'a/.b/c.md',
        '.memory/x',
      ]) {
        await checkRejects('REFUSED', storage.write(path(name), text('x')), `write ${name}`);
        await checkRejects('REFUSED', storage.remove(path(name)), `remove ${name}`);
        check((await storage.read(path(name))) === undefined, `${name} must read as absent`);
        checkEqual(await listedPaths(storage, path(name)), [], `listing ${name}`);
      }
      checkEqual(await listedPaths(storage), [], 'nothing came into being');
    },
  },
  {
    name: 'names of every script come back as they were given',
    async run(open) {
      const storage = await open();
      const names = [
        '用户偏好.md',
        'заметка.md',
        'Grüße, déjà vu.md',
        'メモ/東京.md',
        'ملاحظة.md',
        '🦊 fox.md',
        "it's a (note) & 100% = #1.md",
        '%2e%2e%2fescape.md',
        'trailing.dots...md',
        `${'long'.repeat(63)}.md`,
      ];
      await writeAll(storage, names);
      checkEqual(await listedPaths(storage), [...names].sort(), 'listing');
      for (const name of names) checkEqual(decode(await storage.read(path(name))), name, name);
    },
  },
  {
    name: 'folders may be sixty levels deep',
    async run(open) {
      const storage = await open();
      const deep = `${Array.from({ length: 60 }, (_, level) => `level-${level}`).join('/')}/note.md`;
      await writeAll(storage, [deep]);
      checkEqual(await listedPaths(storage), [deep], 'listing');
      checkEqual(decode(await storage.read(path(deep))), deep, 'contents');
    },
  },
  {
    name: 'a file and a folder of one name both stay whole, or the later one is refused',
    async run(open) {
      for (const [first, second] of [
        ['foo', 'foo/bar'],
        ['foo/bar', 'foo'],
      ] as const) {
        const storage = await open();
        await storage.write(path(first), text(first));
        const both = await wasAccepted(storage, path(second));
        checkEqual(decode(await storage.read(path(first))), first, first);
        const expected = both ? ['foo', 'foo/bar'] : [first];
        checkEqual(await listedPaths(storage), expected, 'listing');
      }
    },
  },
  {
    name: 'a folder is gone with its last file',
    async run(open) {
      const storage = await open();
      await writeAll(storage, ['foo/bar/a.md', 'foo/b.md']);
      await storage.remove(path('foo/bar/a.md'));
      await storage.remove(path('foo/b.md'));
      const written = await storage.write(path('foo'), text('a file'), { expect: null });
      checkEqual(written.outcome, 'created', 'a file of that name');
      checkEqual(decode(await storage.read(path('foo'))), 'a file', 'foo');
      await storage.remove(path('foo'));
      await storage.write(path('foo/bar/a.md'), text('x'));
      checkEqual(await listedPaths(storage), ['foo/bar/a.md'], 'the folder again');
    },
  },
];

async function writeAll(storage: Storage, names: readonly string[]): Promise<void> {
  for (const name of names) await storage.write(path(name), text(name));
}

async function wasAccepted(storage: Storage, at: StoragePath): Promise<boolean> {
  try {
    await storage.write(at, text(at));
  } catch (error) {
    await checkRejects(undefined, Promise.reject(error), `write ${at}`);
    return false;
  }
  checkEqual(decode(await storage.read(at)), at, at);
  return true;
}
