import { isMemoryError } from '../errors.js';
import type { Storage, StoragePath, WriteOptions } from '../storage.js';
import {
  check,
  checkEqual,
  decode,
  listed,
  listedPaths,
  mustRead,
  path,
  text,
} from './expectations.js';
import { openSeveral, type StorageCase } from './storage-case.js';

const file = path('file.md');
const workers = 8;

/** Several at once. The adapter's own tests add what only several processes can show. */
export const concurrencyCases: readonly StorageCase[] = [
  {
    name: 'of many writers on one version exactly one wins',
    async run(open, reopen) {
      const [first, ...others] = await openSeveral(workers, open, reopen);
      for (let round = 0; round < 10; round++) {
        const { version } = await first.write(file, text(`round ${round}`));
        const winner = await raceOn([first, ...others], { expect: version });
        checkEqual(decode(await first.read(file)), winner, 'what the winner wrote');
      }
    },
  },
  {
    name: 'of many creators of one file exactly one wins',
    async run(open, reopen) {
      const [first, ...others] = await openSeveral(workers, open, reopen);
      for (let round = 0; round < 10; round++) {
        const winner = await raceOn([first, ...others], { expect: null });
        checkEqual(decode(await first.read(file)), winner, 'what the winner wrote');
        await first.remove(file);
      }
    },
  },
  {
    name: '8 workers and 50 increments each give 400',
    async run(open, reopen) {
      const storages = await openSeveral(workers, open, reopen);
      await storages[0].write(file, text('0'));
      await Promise.all(
        storages.map((storage, at) => incrementRepeatedly(storage, 50, `worker ${at}`)),
      );
      checkEqual(countIn((await mustRead(storages[0], file)).bytes), 400, 'the counter');
    },
  },
  {
    name: 'a reader meets old or new bytes, never part of them and never a gap',
    async run(open, reopen) {
      const [writer, reader = writer] = await openSeveral(2, open, reopen);
      const contents = ['a', 'b'].map((letter) => text(letter.repeat(50_000)));
      await writer.write(file, contents[0] as Uint8Array);
      let writing = true;
      const write = async () => {
        for (let round = 1; round <= 60; round++) {
          await writer.write(file, contents[round % 2] as Uint8Array);
        }
        writing = false;
      };
      const read = async () => {
        while (writing) {
          const { bytes } = await mustRead(reader, file);
          checkEqual(bytes.length, 50_000, 'number of bytes');
          check(
            bytes.every((byte) => byte === bytes[0]),
            'old and new bytes are mixed',
          );
          await pause();
        }
      };
      await Promise.all([write(), read()]);
    },
  },
  {
    name: 'files that come and go never make list fail',
    async run(open, reopen) {
      const [writer, reader = writer] = await openSeveral(2, open, reopen);
      await writer.write(path('stays.md'), text('x'));
      let writing = true;
      const write = async () => {
        for (let round = 0; round < 40; round++) {
          await writer.write(path(`folder-${round % 3}/${round}.md`), text('x'));
          if (round >= 5) await writer.remove(path(`folder-${(round - 5) % 3}/${round - 5}.md`));
          // A fast writer would be done before anybody has looked twice.
          await pause();
        }
        writing = false;
      };
      const list = async () => {
        while (writing) {
          const paths = await listedPaths(reader);
          check(paths.includes('stays.md'), 'a file that nobody touched must be listed');
          await pause();
        }
      };
      await Promise.all([write(), list()]);
      checkEqual((await listed(reader)).length, 6, 'files at the end');
    },
  },
];

/** All write something else; returns what the only winner wrote. */
async function raceOn(storages: readonly Storage[], options: WriteOptions): Promise<string> {
  const outcomes = await Promise.all(
    storages.map((storage, at) => wins(storage, file, `writer ${at}`, options)),
  );
  const winners = outcomes.flatMap((won, at) => (won ? [`writer ${at}`] : []));
  checkEqual(winners.length, 1, `number of winners (${winners.join(', ')})`);
  return winners[0] as string;
}

/** False on a conflict; every other failure is thrown on. */
async function wins(
  storage: Storage,
  at: StoragePath,
  contents: string,
  options: WriteOptions,
): Promise<boolean> {
  try {
    await storage.write(at, text(contents), options);
    return true;
  } catch (error) {
    if (isMemoryError(error) && error.code === 'CONFLICT') return false;
    throw error;
  }
}

/**
 * The counter names its last worker. A bare number would not do: two workers would write the same
 * bytes, and identical bytes are a success for both.
 */
async function incrementRepeatedly(storage: Storage, times: number, worker: string): Promise<void> {
  for (let done = 0; done < times; ) {
    const { bytes, version } = await mustRead(storage, file);
    const next = `${countIn(bytes) + 1} by ${worker}`;
    if (await wins(storage, file, next, { expect: version })) done += 1;
    else await pause();
  }
}

function countIn(bytes: Uint8Array): number {
  return Number.parseInt(new TextDecoder().decode(bytes), 10);
}

/** Lets the others go on. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(), 0);
  });
}
