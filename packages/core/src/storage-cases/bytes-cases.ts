import {
  check,
  checkBytes,
  checkEqual,
  decode,
  listedPaths,
  mustRead,
  path,
  text,
} from './expectations.js';
import { openSeveral, type StorageCase } from './storage-case.js';

const file = path('file.md');

const samples: Record<string, Uint8Array> = {
  'CRLF line ends': text('one\r\ntwo\r\n'),
  'a byte order mark': new Uint8Array([0xef, 0xbb, 0xbf, 0x61]),
  'no final newline': text('one\ntwo'),
  'no bytes at all': new Uint8Array(0),
  'bytes that are not UTF-8': new Uint8Array([0xff, 0xfe, 0xc3, 0x28, 0x80]),
  'every byte value': Uint8Array.from({ length: 256 }, (_, value) => value),
  'blanks and newlines only': text(' \n\t\n'),
};

/** Bytes, absence, durability. */
export const bytesCases: readonly StorageCase[] = [
  {
    name: 'bytes come back exactly',
    async run(open) {
      const storage = await open();
      for (const [what, bytes] of Object.entries(samples)) {
        await storage.write(file, bytes);
        checkBytes((await mustRead(storage, file)).bytes, bytes, what);
      }
    },
  },
  {
    name: 'a file of a megabyte comes back whole',
    async run(open) {
      const storage = await open();
      const bytes = Uint8Array.from({ length: 1024 * 1024 + 1 }, (_, at) => (at * 7919) % 256);
      await storage.write(file, bytes);
      checkBytes((await mustRead(storage, file)).bytes, bytes, 'a megabyte');
    },
  },
  {
    name: "the caller's bytes stay the caller's",
    async run(open) {
      const storage = await open();
      const given = text('given');
      const writing = storage.write(file, given);
      given.fill(0x78);
      await writing;
      const read = await mustRead(storage, file);
      checkEqual(decode(read), 'given', 'changing the array after the call must not matter');
      read.bytes.fill(0x79);
      checkEqual(decode(await storage.read(file)), 'given', 'nor changing what was read');
    },
  },
  {
    name: 'absence is undefined',
    async run(open) {
      const storage = await open();
      check((await storage.read(file)) === undefined, 'an empty storage has no file');
      checkEqual(await listedPaths(storage), [], 'an empty storage lists nothing');
      await storage.write(path('folder/file.md'), text('x'));
      check((await storage.read(path('folder'))) === undefined, 'a folder is no file');
      check((await storage.read(path('folder/other.md'))) === undefined, 'its neighbour is absent');
      check(
        (await storage.read(path('folder/file.md/below'))) === undefined,
        'nothing lies below a file',
      );
    },
  },
  {
    name: 'what was written is there for the next opener',
    async run(open, reopen) {
      const [first, second] = await openSeveral(2, open, reopen);
      await first.write(file, text('kept'));
      await first.write(path('folder/other.md'), text('kept too'));
      const reader = second ?? first;
      checkEqual(decode(await reader.read(file)), 'kept', file);
      checkEqual(await listedPaths(reader), ['file.md', 'folder/other.md'], 'listing');
    },
  },
  {
    name: 'an ordinary change has no warnings',
    async run(open) {
      const storage = await open();
      const results = [
        await storage.write(file, text('one')),
        await storage.write(file, text('two')),
        await storage.write(file, text('two')),
        await storage.remove(file),
        await storage.remove(file),
      ];
      for (const result of results) checkEqual(result.warnings, [], 'warnings');
    },
  },
];
