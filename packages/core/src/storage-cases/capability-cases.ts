import type {
  ChangeMark,
  RecordedChange,
  Recoverable,
  Storage,
  StoragePath,
  StoredFileInfo,
} from '../storage.js';
import {
  isAppendable,
  isFollowable,
  isRecoverable,
  isScannable,
  isWatchable,
  reportsSkipped,
} from '../storage.js';
import {
  checkBytes,
  checkEqual,
  decode,
  listed,
  listedPaths,
  mustRead,
  path,
  text,
  wait,
  whileSteady,
} from './expectations.js';
import { openSeveral, type StorageCase } from './storage-case.js';

const file = path('file.md');
const other = path('folder/other.md');

/** Checkpoint and the capabilities; a storage that has not one of them passes its case. */
export const capabilityCases: readonly StorageCase[] = [
  {
    name: 'a checkpoint never rejects and changes no file',
    async run(open) {
      const storage = await open();
      await storage.write(file, text('one'));
      for (const paths of [[file], [file], [], [path('never-written.md')], [file, other]]) {
        await storage.checkpoint?.({ message: 'change', paths });
      }
      checkEqual(await listedPaths(storage), ['file.md'], 'listing');
      checkEqual(decode(await storage.read(file)), 'one', file);
    },
  },
  {
    name: 'close resolves, and what was written stays',
    async run(open, reopen) {
      const [first, second] = await openSeveral(2, open, reopen);
      await first.write(file, text('one'));
      if (second === first) return;
      await first.close?.();
      checkEqual(decode(await second?.read(file)), 'one', file);
    },
  },
  {
    name: 'scan and listAll tell what list and read tell',
    async run(open) {
      const storage = await open();
      if (!isScannable(storage)) return;
      const names = ['a.md', 'b.txt', 'empty.md', 'folder/c.md', '.mem/journal/1'];
      for (const name of names)
        await storage.write(path(name), text(name === 'empty.md' ? '' : name));
      await storage.write(path('large.md'), new Uint8Array(300_000).fill(120));
      const found = new Map<string, Uint8Array>();
      await storage.scan(
        (at) => at.endsWith('.md'),
        (at, bytes) => found.set(at, new Uint8Array(bytes)),
      );
      const wanted = (await listedPaths(storage)).filter((at) => at.endsWith('.md'));
      checkEqual([...found.keys()].sort(), wanted, 'scanned paths');
      for (const at of wanted) {
        checkBytes(found.get(at), (await mustRead(storage, path(at))).bytes, at);
      }
      const [all, oneByOne] = await whileSteady(
        () => listed(storage),
        async () => [sorted(await storage.listAll()), sorted(await listed(storage))],
      );
      checkEqual(all, oneByOne, 'listAll');
    },
  },
  {
    name: 'changesSince leaves out nothing that anybody did before it was called',
    async run(open, reopen) {
      const [storage, second] = await openSeveral(2, open, reopen);
      if (!isFollowable(storage)) return;
      const known = new Map<StoragePath, StoredFileInfo>();
      let mark: ChangeMark | undefined;
      const follow = async () => {
        const changes = await storage.changesSince(mark);
        if (changes.whole) known.clear();
        for (const info of changes.changed) known.set(info.path, info);
        for (const path of changes.removed) known.delete(path);
        mark = changes.mark;
        return sorted([...known.values()]);
      };
      const writer = second ?? storage;
      const acts = [
        () => writer.write(file, text('one')),
        () => writer.write(other, text('one')),
        // The same size, and likely within one tick of the clock.
        () => writer.write(other, text('two')),
        () => storage.write(path('folder/deep/third.md'), text('three')),
        () => writer.remove(file),
        () => writer.write(file, text('again')),
        () => writer.remove(path('folder/deep/third.md')),
        () => writer.write(path('.mem/journal/1'), text('not shown')),
      ];
      for (let round = 0; round < 3; round++) {
        for (const act of acts) {
          await act();
          const [followed, all] = await whileSteady(
            () => listed(storage),
            async () => [await follow(), sorted(await listed(storage))],
          );
          checkEqual(followed, all, 'what was followed');
        }
      }
      const foreign = await storage.changesSince({});
      checkEqual(foreign.whole, true, 'whether all is told to who brings a mark of another');
      checkEqual(sorted(foreign.changed), sorted(await listed(storage)), 'all');
    },
  },
  {
    name: 'a recorded change tells what was there before and what it left',
    async run(open, reopen) {
      const [storage, second] = await openSeveral(2, open, reopen);
      if (!isRecoverable(storage)) return;
      await storage.write(file, text('one'));
      await storage.checkpoint?.({ message: 'made', paths: [file] });
      const left = await storage.write(file, text('two'));
      await storage.write(other, text('new'));
      await storage.checkpoint?.({ message: 'changed', paths: [file, other] });
      await storage.remove(file, { expect: left.version });
      const removed = { message: 'removed', paths: [file], undoes: 'some id' };
      const told = await storage.checkpoint?.(removed);
      await storage.write(file, text('two'));
      await storage.write(file, text('two'));

      const reader = second !== undefined && isRecoverable(second) ? second : storage;
      const changes = await recorded(reader);
      const newestFirst = ['removed', 'changed', 'made'];
      if (told?.change !== undefined) checkEqual(changes[0]?.id, told.change, 'the id');
      checkEqual(
        changes.map((change) => change.message),
        newestFirst,
        'messages',
      );
      checkEqual(
        changes.map((change) => change.undoes ?? null),
        ['some id', null, null],
        'undoes',
      );
      checkEqual(new Set(changes.map((change) => change.id)).size, 3, 'different ids');
      checkEqual(
        changes.map(describe),
        [
          ['file.md: two, gone'],
          ['file.md: one, there', 'folder/other.md: absent, there'],
          ['file.md: absent, there'],
        ],
        'files',
      );
      const after = changes[1]?.files.find((change) => change.path === file)?.after ?? undefined;
      const undone = await storage.write(
        file,
        text('one'),
        after === undefined ? {} : { expect: after },
      );
      checkEqual(undone.outcome, 'replaced', 'the version that was left holds for the same bytes');
    },
  },
  {
    name: 'what a change was said to have left is kept with it, whatever is written later',
    async run(open, reopen) {
      const [storage, second] = await openSeveral(2, open, reopen);
      if (!isRecoverable(storage)) return;
      await storage.write(file, text('left'));
      const left = new Map([[file, text('left')]]);
      await storage.checkpoint?.({ message: 'changed', paths: [file], left });
      await storage.write(file, text('later'));
      const reader = second !== undefined && isRecoverable(second) ? second : storage;
      const [change] = await recorded(reader);
      const kept = change?.files[0]?.left;
      // Keeping it is of use, not of need.
      if (kept !== undefined) checkBytes(kept, text('left'), 'bytes that were left');
      await storage.purge(file);
      const [purged] = await recorded(reader);
      checkEqual(purged?.files[0]?.left === undefined, true, 'gone after a purge');
    },
  },
  {
    name: 'after a purge no copy is left',
    async run(open) {
      const storage = await open();
      if (!isRecoverable(storage)) return;
      await storage.write(file, text('secret one'));
      await storage.write(other, text('kept'));
      await storage.write(file, text('secret two'));
      await storage.write(other, text('kept too'));
      await storage.checkpoint?.({ message: 'changed', paths: [file, other] });
      await storage.remove(file);
      await storage.checkpoint?.({ message: 'removed', paths: [file] });
      await storage.purge(file);
      const befores = (await recorded(storage)).flatMap((change) => change.files);
      for (const { path: at, before } of befores) {
        if (at === file) checkEqual(before ?? null, null, 'bytes of the purged file');
      }
      checkEqual(decode(await storage.read(other)), 'kept too', 'other files stay');
    },
  },
  {
    name: 'an ordinary directory has nothing skipped',
    async run(open) {
      const storage = await open();
      if (!reportsSkipped(storage)) return;
      checkEqual(await storage.skipped(), [], 'in an empty one');
      await storage.write(file, text('one'));
      await storage.write(path('.mem/journal/1'), text('one'));
      await storage.write(other, text('two'));
      checkEqual(await storage.skipped(), [], 'with files of every kind');
    },
  },
  {
    name: 'a watch tells of what is written and removed, and ends when it is told to',
    async run(open) {
      const storage = await open();
      if (!isWatchable(storage)) return;
      await storage.write(other, text('before'));
      const stop = new AbortController();
      const told = new Set<string>();
      const watching = (async () => {
        for await (const at of storage.watch(stop.signal)) told.add(at ?? 'any');
      })();
      const hears = async (at: string, act: () => Promise<unknown>) => {
        told.clear();
        // The watch may begin a little later than it was asked for: what is repeated is heard.
        for (let round = 0; round < 100 && !told.has(at) && !told.has('any'); round++) {
          await act();
          await wait(50);
        }
        checkEqual(told.has(at) || told.has('any'), true, `whether ${at} was told`);
      };
      let count = 0;
      await hears(file, () => storage.write(file, text(`round ${count++}`)));
      await hears(other, () => storage.write(other, text(`round ${count++}`)));
      await hears(file, () => storage.remove(file).then(() => storage.write(file, text('again'))));
      stop.abort();
      await watching;
    },
  },
  {
    name: 'lines that many append are all there, whole and in order, also beside who replaces the file',
    async run(open) {
      const storage = await open();
      if (!isAppendable(storage)) return;
      await storage.append(file, text('first\n'));
      checkEqual(await readText(storage, file), 'first\n', 'a file that was made by it');
      await storage.write(file, text('first\ntor'));
      await storage.append(file, text('second\nthird\n'));
      checkEqual(await readText(storage, file), 'first\ntor\nsecond\nthird\n', 'after a torn line');
      const writer = async (name: string) => {
        for (let round = 0; round < 10; round++) {
          await storage.append(other, text(`${name} ${round}\n`));
        }
      };
      const replacer = async () => {
        for (let round = 0; round < 10; ) {
          const before = await storage.read(other);
          const all = `${before ? new TextDecoder().decode(before.bytes) : ''}replaced ${round}\n`;
          const expect = before?.version ?? null;
          round += await storage.write(other, text(all), { expect }).then(
            () => 1,
            () => 0,
          );
        }
      };
      const names = ['one', 'two', 'three', 'replaced'];
      await Promise.all([...names.slice(0, 3).map(writer), replacer()]);
      const lines = (await readText(storage, other)).split('\n');
      checkEqual(lines.length, names.length * 10 + 1, 'the number of lines');
      for (const name of names) {
        const own = lines.filter((line) => line.startsWith(`${name} `));
        const wanted = Array.from({ length: 10 }, (_, round) => `${name} ${round}`);
        checkEqual(own, wanted, `the lines of ${name}`);
      }
    },
  },
];

async function readText(storage: Storage, at: StoragePath): Promise<string> {
  const found = await storage.read(at);
  return found ? new TextDecoder().decode(found.bytes) : '';
}

function sorted(infos: readonly StoredFileInfo[]): string[] {
  return infos.map((info) => JSON.stringify(info)).sort();
}

async function recorded(storage: Recoverable): Promise<RecordedChange[]> {
  const changes: RecordedChange[] = [];
  for await (const change of storage.changes()) changes.push(change);
  return changes;
}

function describe(change: RecordedChange): string[] {
  return change.files
    .map(({ path: at, before, after }) => {
      const was = before ? new TextDecoder().decode(before) : before === null ? 'absent' : 'lost';
      return `${at}: ${was}, ${after === null ? 'gone' : 'there'}`;
    })
    .sort();
}
