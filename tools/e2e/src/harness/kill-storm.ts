import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { indexFaults, lostChanges } from '../judge-storm.ts';
import { type StormEvent, startReader, startWorker } from '../storm.ts';
import { isWhole } from '../storm-text.ts';
import { leftovers } from './directory-state.ts';
import { openStore } from './open-store.ts';

export interface StormReport {
  readonly kills: number;
  /** Kills after which the last word of the process was the beginning of a change. */
  readonly inside: number;
  readonly acknowledged: number;
  readonly faults: readonly string[];
}

/**
 * Eight writers on one directory, each killed at some moment and followed by another, until so many
 * were killed, while another process reads. Then one more change is made, and what the dead had been promised must be there.
 */
export async function killStorm(kind: 'mem' | 'plain', kills: number): Promise<StormReport> {
  const directory = mkdtempSync(`${tmpdir()}/mem-storm-`);
  const stopReader = startReader(directory);
  const told: (readonly StormEvent[])[] = [];
  let killed = 0;
  let started = 0;
  const writers = Array.from({ length: 8 }, async () => {
    while (killed < kills) {
      const worker = startWorker(kind, directory, 'mixed', started, 1000, started + 7);
      const target = 1 + (started % 4);
      const delay = (started++ % 23) * 0.7;
      worker.onEvent = (event) => {
        if (event.begin === target) setTimeout(() => worker.process.kill('SIGKILL'), delay);
      };
      if ((await worker.ended) === null) killed += 1;
      told.push(worker.events);
    }
  });
  await Promise.all(writers);
  const reader = await stopReader();
  if (kind === 'mem') await changeOnce(directory);
  const faults = [
    ...reader.faults,
    ...lostChanges(directory, told),
    ...tornFiles(directory),
    ...indexFaults(directory),
    ...leftovers(directory).map((path) => `${path} stays`),
  ];
  rmSync(directory, { recursive: true, force: true });
  return {
    kills: killed,
    inside: told.filter((events) => events.at(-1)?.begin !== undefined).length,
    acknowledged: told.flat().filter((event) => event.done !== undefined).length,
    faults,
  };
}

/** A note of a change that had no effect yet may be of a living writer; it goes after 10 seconds. */
async function changeOnce(directory: string): Promise<void> {
  const ahead = Date.now() + 40_000 - Date.UTC(2026, 10, 30, 12);
  const store = openStore('mem', directory, { ahead });
  const fields = { description: 'kept through the storm', type: 'project' } as const;
  await store.save({ name: 'after', ...fields, body: 'x' });
  await store.delete('after');
}

function tornFiles(directory: string): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.md') && file !== 'MEMORY.md')
    .filter(
      (file) => !isWhole(readFileSync(`${directory}/${file}`, 'utf8').split('\n---\n\n')[1] ?? ''),
    )
    .map((file) => `${file} is torn`);
}
