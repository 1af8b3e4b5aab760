// One of several processes that save into one directory.
// Arguments: kind (git or plain), directory, own name, number of saves.
// Prints a line for each save that is acknowledged: file, round, commit.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type Storage, type StoragePath, storagePath } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { type HistoryMode, withGit } from '../src/index.js';

const [kind = '', directory = '', name = '', count = '', mode = 'own'] = process.argv.slice(2);
const storage = withGit(createDirectoryStorage(directory), {
  directory,
  mode: mode as HistoryMode,
  tool: name,
});

for (let round = 1; round <= Number(count); round++) {
  if (kind === 'counter' || kind === 'overwrite') {
    await (kind === 'counter' ? countUp() : overwrite(round));
    continue;
  }
  const file = `${name}-${round % 5}.md`;
  const commit = kind === 'plain' ? plainSave(file, round) : await gitSave(file, round);
  process.stdout.write(`${file} ${round} ${commit}\n`);
}

async function gitSave(file: string, round: number): Promise<string> {
  const path = storagePath(file);
  await storage.write(path, new TextEncoder().encode(`${name} ${round}\n`));
  const shared = storagePath('MEMORY.md');
  await addLine(storage, `- ${name} ${round}`);
  const result = await storage.checkpoint({
    message: `${name} saves ${round}`,
    paths: [path, shared],
  });
  return result.commit ?? result.notCommitted?.message ?? 'nothing new';
}

/** All processes change one entry; no two of them ever to the same text. */
async function countUp(): Promise<void> {
  const path = storagePath('counter.md');
  const text = await swap(storage, path, (before) => {
    return `${Number.parseInt(before || '0', 10) + 1} by ${name}`;
  });
  await storage.checkpoint({ message: `count ${text}`, paths: [path] });
}

/** All processes write one entry, whatever is there. */
async function overwrite(round: number): Promise<void> {
  const path = storagePath('shared.md');
  await storage.write(path, new TextEncoder().encode(`${name} ${round}`));
  await storage.checkpoint({ message: `${name} saves ${round}`, paths: [path] });
}

function addLine(target: Storage, line: string): Promise<string> {
  return swap(target, storagePath('MEMORY.md'), (before) => `${before}${line}\n`);
}

/** By compare-and-swap, as the store does it with the index. */
async function swap(
  target: Storage,
  path: StoragePath,
  change: (before: string) => string,
): Promise<string> {
  for (;;) {
    const file = await target.read(path);
    const text = change(new TextDecoder().decode(file?.bytes));
    try {
      await target.write(path, new TextEncoder().encode(text), { expect: file?.version ?? null });
      return text;
    } catch (error) {
      if ((error as { code?: string }).code !== 'CONFLICT') throw error;
    }
  }
}

/** The negative control: what a program does without a second thought. */
function plainSave(file: string, round: number): string {
  const options = { cwd: directory, stdio: 'ignore' } as const;
  writeFileSync(`${directory}/${file}`, `${name} ${round}\n`);
  try {
    execFileSync('git', ['add', '--', file], options);
    execFileSync('git', ['commit', '--quiet', '-m', `${name} saves ${round}`, '--', file], options);
  } catch {
    return 'failed';
  }
  return 'done';
}
