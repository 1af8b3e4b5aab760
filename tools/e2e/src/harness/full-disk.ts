import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isMemoryError, type MemoryStore } from '@mem/core';
import { type Files, indexFaults, leftovers, visibleFiles } from './directory-state.ts';
import { openStore } from './open-store.ts';

export interface FullDiskReport {
  readonly summary: string;
  readonly faults: readonly string[];
}

/** Undefined where this process may not mount a file system. */
export async function fillDisk(kind: 'mem' | 'plain'): Promise<FullDiskReport | undefined> {
  const mount = mkdtempSync(`${tmpdir()}/mem-disk-`);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount], { stdio: 'ignore' });
  } catch {
    rmdirSync(mount);
    return undefined;
  }
  try {
    return await fillAndFree(kind, mount);
  } finally {
    execFileSync('umount', [mount]);
    rmdirSync(mount);
  }
}

/** Saves until nothing fits any more, tries every kind of change, then makes room and goes on. */
async function fillAndFree(kind: 'mem' | 'plain', mount: string): Promise<FullDiskReport> {
  const directory = `${mount}/memory`;
  const ballast = `${mount}/ballast`;
  writeFileSync(ballast, new Uint8Array(300 * 1024));
  const store = openStore(kind, directory);
  const faults: string[] = [];
  let done = 0;
  let refused = 0;
  const change = async (
    what: string,
    run: (store: MemoryStore) => Promise<unknown>,
    written?: readonly [path: string, text: string],
  ) => {
    const before = visibleFiles(directory);
    try {
      await run(store);
      done += 1;
      if (written && !visibleFiles(directory)[written[0]]?.includes(written[1])) {
        faults.push(`${what}: ${written[0]} is not whole although it was done`);
      }
    } catch (error) {
      refused += 1;
      if (!isMemoryError(error)) faults.push(`${what} threw ${error}`);
      faults.push(...differences(before, visibleFiles(directory)).map((it) => `${what}: ${it}`));
    }
  };
  const fields = { description: 'on a small disk', type: 'project' } as const;
  for (let at = 0; refused < 10; at++) {
    const body = `${at} `.repeat(3000);
    const save = (disk: MemoryStore) => disk.save({ name: `note-${at}`, ...fields, body });
    await change(`save ${at}`, save, [`note-${at}.md`, body.trim()]);
  }
  for (let at = 0; at < Math.min(done, 10); at++) {
    const body = 'y'.repeat(20_000);
    const update = (disk: MemoryStore) => disk.update(`note-${at}`, { body });
    await change(`update ${at}`, update, [`note-${at}.md`, body]);
    await change(`rename ${at}`, (disk) => disk.rename(`note-${at}`, `renamed-${at}`));
  }
  // A note of what is still to be done may stay until there is room.
  const temporary = leftovers(directory).filter((path) => !path.startsWith('.mem/journal/'));
  faults.push(...temporary.map((path) => `${path} stays on the full disk`));
  unlinkSync(ballast);
  const later = openStore(kind, directory, { ahead: 40_000 });
  await change('the first save with room', () =>
    later.save({ name: 'room', ...fields, body: 'Room again.' }),
  );
  const files = visibleFiles(directory);
  if (!('room.md' in files)) faults.push('nothing can be saved when there is room again');
  faults.push(...indexFaults(files), ...leftovers(directory).map((path) => `${path} stays`));
  const size = Math.round(statSync(`${directory}/MEMORY.md`).size / 1024);
  return {
    summary: `a full disk (${done} changes made, ${refused} refused, an index of ${size} KB)`,
    faults,
  };
}

function differences(before: Files, after: Files): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path) => `${path} is changed although it was refused`);
}
