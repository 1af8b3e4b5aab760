import { createMemoryStore, isEntryPath, storagePath } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { isWhole } from './storm-text.ts';

/**
 * Reads everything again and again until it is told to stop, and prints how often it looked and
 * what it saw that no reader may see: part of an entry, or part of the index.
 */
const [directory = ''] = process.argv.slice(2);

const storage = createDirectoryStorage(directory);
const store = createMemoryStore(storage);
let stopped = false;
process.stdin.resume().on('end', () => {
  stopped = true;
});

let looks = 0;
const faults = new Set<string>();
while (!stopped) {
  for await (const { path } of storage.list()) {
    const file = await storage.read(path);
    if (!file) continue;
    looks++;
    const text = new TextDecoder().decode(file.bytes);
    if (path === 'MEMORY.md') judgeIndex(text);
    else if (isEntryPath(storagePath(path)) && path !== 'counter.md') judgeEntry(path, text);
  }
  for (const problem of (await store.check()).problems) {
    if (/^(frontmatter|file|field)-/.test(problem.kind))
      faults.add(`check: ${problem.kind} ${problem.path}`);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
process.stdout.write(JSON.stringify({ looks, faults: [...faults].slice(0, 20) }));

function judgeEntry(path: string, text: string): void {
  const body = text.split('\n---\n\n')[1];
  if (body === undefined || !isWhole(body))
    faults.add(`torn entry ${path} (${text.length} characters)`);
}

function judgeIndex(text: string): void {
  const whole = text === '' || text.endsWith('\n');
  const lines = text.split('\n').filter((line) => line !== '');
  if (
    !whole ||
    lines.some((line) => !/^- \[[^\]]+\]\([^)]+\.md\) — kept through the storm$/.test(line))
  ) {
    faults.add(`torn index (${text.length} characters)`);
  }
}
