// The least a Node program can do that searches once: read every file into one buffer and look
// for the word. Usage: node read-each.mjs DIRECTORY WORD
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

const [directory, word] = process.argv.slice(2);
const buffer = Buffer.allocUnsafe(64 * 1024);
const wanted = Buffer.from(word);
let found = 0;
for (const name of readdirSync(directory)) {
  if (!name.endsWith('.md')) continue;
  const descriptor = openSync(`${directory}/${name}`, 'r');
  const length = readSync(descriptor, buffer, 0, buffer.length, null);
  closeSync(descriptor);
  if (buffer.subarray(0, length).includes(wanted)) found++;
}
console.log(found);
