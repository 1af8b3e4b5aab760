import type { Storage, StoragePath, Version } from '../storage.js';
import {
  check,
  checkEqual,
  checkRejects,
  decode,
  listed,
  mustRead,
  path,
  text,
  wait,
  whileSteady,
} from './expectations.js';
import type { StorageCase } from './storage-case.js';

const file = path('file.md');

/** Longer than the time for which the clock of a common file system stands still. */
const untilOldMs = 70;

export const versionCases: readonly StorageCase[] = [
  {
    name: 'list and read agree on the version',
    async run(open) {
      const storage = await open();
      for (const name of ['a.md', 'b.md', 'folder/c.md'])
        await storage.write(path(name), text(name));
      await wait(untilOldMs);
      await storage.write(path('young.md'), text('young'));
      const pairs = await whileSteady(
        () => listed(storage),
        async () => {
          const infos = await listed(storage);
          return Promise.all(
            infos.map(async (info) => ({ info, read: await mustRead(storage, info.path) })),
          );
        },
      );
      for (const { info, read } of pairs) {
        checkEqual(info.version, read.version, `version of ${info.path}`);
        checkEqual(info.size, read.bytes.length, `size of ${info.path}`);
      }
      checkEqual(pairs.length, 4, 'number of files');
    },
  },
  {
    name: 'equal versions mean equal bytes',
    async run(open) {
      const storage = await open();
      const seen = new Map<Version, string>();
      for (let round = 0; round < 200; round++) {
        await storage.write(file, text(`round ${String(round % 90).padStart(3, '0')}`));
        for (const version of await allVersions(storage, file)) {
          const now = decode(await storage.read(file)) ?? '';
          checkEqual(seen.get(version) ?? now, now, 'one version stood for two contents');
          seen.set(version, now);
        }
      }
    },
  },
  {
    name: 'a change of the same size within one tick changes the version',
    async run(open) {
      const storage = await open();
      for (let round = 0; round < 50; round++) {
        await storage.write(file, text(`one ${round}`));
        const versions = await allVersions(storage, file);
        await storage.write(file, text(`two ${round}`));
        for (const stale of versions) {
          const change = storage.write(file, text('lost'), { expect: stale });
          await checkRejects('CONFLICT', change, 'a version from before the change');
        }
      }
    },
  },
  {
    name: 'a version from read, list or write holds in the next expect',
    async run(open) {
      const storage = await open();
      for (let round = 0; round < 3; round++) {
        const { version } = await storage.write(file, text(`written ${round}`));
        await storage.write(file, text(`a ${round}`), { expect: version });
        const read = await mustRead(storage, file);
        await storage.write(file, text(`b ${round}`), { expect: read.version });
        const [info] = await listed(storage);
        check(info !== undefined, 'the file must be listed');
        await storage.write(file, text(`c ${round}`), { expect: info.version });
      }
      checkEqual(decode(await storage.read(file)), 'c 2', file);
    },
  },
  {
    name: 'an expect taken while the file was young holds when it is old',
    async run(open) {
      const storage = await open();
      const names = ['write', 'read', 'list'].map((name) => path(`${name}.md`));
      for (const name of names) await storage.write(name, text('first'));
      const taken = await Promise.all(names.map((name) => allVersions(storage, name)));
      await wait(untilOldMs);
      for (const [at, name] of names.entries()) {
        const expect = taken[at]?.[at];
        check(expect !== undefined, 'a version was taken');
        const result = await storage.write(name, text('second'), { expect });
        checkEqual(result.outcome, 'replaced', `the version from ${name}`);
      }
    },
  },
  {
    name: 'an expect from before a change never holds again',
    async run(open) {
      const storage = await open();
      await storage.write(file, text('one'));
      const young = await allVersions(storage, file);
      await wait(untilOldMs);
      const old = await allVersions(storage, file);
      await storage.write(file, text('two'));
      await wait(untilOldMs);
      for (const stale of [...young, ...old]) {
        await checkRejects('CONFLICT', storage.write(file, text('x'), { expect: stale }), 'write');
        await checkRejects('CONFLICT', storage.remove(file, { expect: stale }), 'remove');
      }
      checkEqual(decode(await storage.read(file)), 'two', file);
    },
  },
  {
    name: 'a time of change, where there is one, is in milliseconds since 1970',
    async run(open) {
      const storage = await open();
      const before = Date.now();
      await storage.write(file, text('x'));
      const times = [
        (await mustRead(storage, file)).modifiedAt,
        (await listed(storage))[0]?.modifiedAt,
      ];
      for (const time of times) {
        if (time === undefined) continue;
        check(Math.abs(time - before) < 60 * 60 * 1000, `${time} is not near the present`);
      }
    },
  },
];

/** Of the present contents: from a write that changes nothing, from read, from list. */
async function allVersions(storage: Storage, at: StoragePath): Promise<Version[]> {
  const read = await mustRead(storage, at);
  const written = await storage.write(at, read.bytes);
  const info = (await listed(storage)).find((candidate) => candidate.path === at);
  check(info !== undefined, `${at} must be listed`);
  return [written.version, read.version, info.version];
}
