import type { ConflictError, MemoryError } from '../errors.js';
import type { Version } from '../storage.js';
import {
  check,
  checkEqual,
  checkRejects,
  decode,
  listed,
  listedPaths,
  mustRead,
  path,
  text,
  whileSteady,
} from './expectations.js';
import type { StorageCase } from './storage-case.js';

const file = path('file.md');
const other = path('other.md');

/** Conditions of write and remove. */
export const expectCases: readonly StorageCase[] = [
  {
    name: 'a write without expect is unconditional',
    async run(open) {
      const storage = await open();
      checkEqual((await storage.write(file, text('one'))).outcome, 'created', 'first write');
      checkEqual((await storage.write(file, text('two'))).outcome, 'replaced', 'second write');
      checkEqual(decode(await storage.read(file)), 'two', file);
    },
  },
  {
    name: 'expect null writes only where nothing is',
    async run(open) {
      const storage = await open();
      const created = await storage.write(file, text('one'), { expect: null });
      checkEqual(created.outcome, 'created', 'outcome');
      const again = storage.write(file, text('two'), { expect: null });
      await checkRejects('CONFLICT', again, 'a second one');
      checkEqual(decode(await storage.read(file)), 'one', file);
    },
  },
  {
    name: 'expect a version writes only over that version',
    async run(open) {
      const storage = await open();
      const first = await storage.write(file, text('one'));
      const second = await storage.write(file, text('two'), { expect: first.version });
      checkEqual(second.outcome, 'replaced', 'outcome');
      const stale = storage.write(file, text('three'), { expect: first.version });
      await checkRejects('CONFLICT', stale, 'a stale version');
      const absent = storage.write(other, text('x'), { expect: first.version });
      const error = await checkRejects('CONFLICT', absent, 'a version of an absent file');
      checkEqual(currentOf(error), null, 'current version of an absent file');
      checkEqual(decode(await storage.read(file)), 'two', file);
      checkEqual(await listedPaths(storage), ['file.md'], 'nothing else came into being');
    },
  },
  {
    name: 'a conflict carries the current version and changes nothing',
    async run(open) {
      const storage = await open();
      const stale = (await storage.write(file, text('one'))).version;
      await storage.write(file, text('two'));
      const before = (await listed(storage))[0];
      const conflicts = [
        () => storage.write(file, text('x'), { expect: null }),
        () => storage.write(file, text('y'), { expect: stale }),
        () => storage.remove(file, { expect: stale }),
      ];
      for (const conflict of conflicts) {
        const [current, version] = await whileSteady(
          async () => (await mustRead(storage, file)).version,
          async () => [
            currentOf(await checkRejects('CONFLICT', conflict(), 'the stale change')),
            (await mustRead(storage, file)).version,
          ],
        );
        checkEqual(current, version, 'current version');
      }
      const after = (await listed(storage))[0];
      checkEqual(after?.modifiedAt, before?.modifiedAt, 'time of the last change');
      const current = (await mustRead(storage, file)).version;
      await storage.write(file, text('three'), { expect: current });
      checkEqual(decode(await storage.read(file)), 'three', file);
    },
  },
  {
    name: 'identical bytes are unchanged whatever was expected',
    async run(open) {
      const storage = await open();
      const stale = (await storage.write(file, text('one'))).version;
      const current = (await storage.write(file, text('two'))).version;
      const before = (await listed(storage))[0];
      const expectations: (Version | null | undefined)[] = [undefined, null, stale, current];
      for (const expect of expectations) {
        const options = expect === undefined ? {} : { expect };
        const result = await storage.write(file, text('two'), options);
        checkEqual(result.outcome, 'unchanged', `outcome when ${expect} is expected`);
        await storage.write(file, text('two'), { expect: result.version });
      }
      const after = (await listed(storage))[0];
      checkEqual(after?.modifiedAt, before?.modifiedAt, 'time of the last change');
      checkEqual(await listedPaths(storage), ['file.md'], 'listing');
    },
  },
  {
    name: 'removing what is absent succeeds, unless a version was expected',
    async run(open) {
      const storage = await open();
      checkEqual((await storage.remove(file)).existed, false, 'existed');
      const { version } = await storage.write(other, text('x'));
      const error = await checkRejects('CONFLICT', storage.remove(file, { expect: version }), 'it');
      checkEqual(currentOf(error), null, 'current version of an absent file');
    },
  },
  {
    name: 'a removed file is gone and can be made anew',
    async run(open) {
      const storage = await open();
      await storage.write(file, text('one'));
      await storage.write(other, text('stays'));
      checkEqual((await storage.remove(file)).existed, true, 'existed');
      check((await storage.read(file)) === undefined, 'it must be gone');
      checkEqual(await listedPaths(storage), ['other.md'], 'listing');
      const anew = await storage.write(file, text('anew'), { expect: null });
      checkEqual(anew.outcome, 'created', 'outcome');
      checkEqual((await storage.remove(path('other.md/below'))).existed, false, 'below a file');
      checkEqual(decode(await storage.read(other)), 'stays', other);
    },
  },
  {
    name: 'a remove with expect removes only that version',
    async run(open) {
      const storage = await open();
      const stale = (await storage.write(file, text('one'))).version;
      const current = (await storage.write(file, text('two'))).version;
      await checkRejects('CONFLICT', storage.remove(file, { expect: stale }), 'a stale version');
      checkEqual(decode(await storage.read(file)), 'two', 'nothing was removed');
      checkEqual((await storage.remove(file, { expect: current })).existed, true, 'existed');
      check((await storage.read(file)) === undefined, 'it must be gone');
    },
  },
  {
    name: 'a rename is a write where nothing is, then a remove of what was read',
    async run(open) {
      const storage = await open();
      await storage.write(file, text('moved'));
      const source = await mustRead(storage, file);
      await storage.write(other, source.bytes, { expect: null });
      checkEqual(await listedPaths(storage), ['file.md', 'other.md'], 'between the two, a copy');
      await storage.remove(file, { expect: source.version });
      checkEqual(await listedPaths(storage), ['other.md'], 'listing');
      checkEqual(decode(await storage.read(other)), 'moved', other);
    },
  },
];

function currentOf(error: MemoryError): Version | null | undefined {
  return 'current' in error ? (error as ConflictError).current : undefined;
}
