// Writes bytes so that they survive a power cut, as plainly as Node can.
// Usage: node fsync-write.mjs FILE TEXT
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

const [file, text] = process.argv.slice(2);
const descriptor = openSync(file, 'w');
writeSync(descriptor, text);
fsyncSync(descriptor);
closeSync(descriptor);
