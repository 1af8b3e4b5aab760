// Does one operation and stands still before one of its file calls, to be killed there.
// Arguments: kind of storage, directory, operation, number of the call.
import { writeSync } from 'node:fs';
import type { Storage } from '@mem/core';
import { localFileSystem } from '../src/file-system.js';
import { createDirectoryStorage } from '../src/index.js';
import { hookedFileSystem } from './hooked-file-system.js';
import { createPlainStorage } from './plain-storage.js';
import { operations } from './victim-operations.js';

const [kind, directory = '', operation = '', stopAt = ''] = process.argv.slice(2);
let calls = 0;
let inside = false;

const fileSystem = hookedFileSystem(localFileSystem, {
  before(name) {
    if (!inside) return;
    calls += 1;
    if (calls !== Number(stopAt)) return;
    writeSync(1, `standing before ${name}\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
const storage: Storage =
  kind === 'plain'
    ? createPlainStorage(directory, fileSystem)
    : createDirectoryStorage(directory, { fileSystem });

inside = true;
writeSync(1, 'entered\n');
await operations[operation]?.run(storage);
writeSync(1, 'left\n');
