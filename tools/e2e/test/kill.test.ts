import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { describe, expect, it } from 'vitest';
import { indexFaults, lostChanges } from '../src/judge-storm.ts';
import { type StormEvent, startWorker } from '../src/storm.ts';
import { isWhole } from '../src/storm-text.ts';

interface KillReport {
  /** Kills after which the last thing the process had told was the beginning of a change. */
  readonly inside: number;
  readonly lost: readonly string[];
  readonly torn: readonly string[];
  readonly index: readonly string[];
  readonly leftovers: readonly string[];
}

/** Kills a writer again and again in the middle of a change, then makes one more change. */
async function killStorm(kind: 'mem' | 'plain', kills: number): Promise<KillReport> {
  const directory = mkdtempSync(join(tmpdir(), 'mem-kill-'));
  const told: StormEvent[][] = [];
  let inside = 0;
  for (let round = 0; inside < kills && round < kills * 3; round++) {
    const worker = startWorker(kind, directory, 'mixed', round, 1000, round + 7);
    const target = 1 + (round % 3);
    worker.onEvent = (event) => {
      if (event.begin === target)
        setTimeout(() => worker.process.kill('SIGKILL'), (round % 20) * 0.4);
    };
    await worker.ended;
    told.push(worker.events);
    if (worker.events.at(-1)?.begin !== undefined) inside++;
  }
  await saveOnce(kind, directory);
  return {
    inside,
    lost: lostChanges(directory, told),
    torn: tornFiles(directory),
    index: indexFaults(directory),
    leftovers: leftovers(directory),
  };
}

async function saveOnce(kind: 'mem' | 'plain', directory: string): Promise<void> {
  if (kind === 'plain') return;
  // A note of a change that had no effect yet may be of a living writer; it goes after 10 seconds.
  const now = () => new Date(Date.now() + 11_000);
  const store = createMemoryStore(createDirectoryStorage(directory), { now });
  await store.save({
    name: 'after',
    description: 'kept through the storm',
    type: 'project',
    body: 'x',
  });
  await store.delete('after');
}

function tornFiles(directory: string): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.md') && file !== 'MEMORY.md')
    .filter(
      (file) => !isWhole(readFileSync(join(directory, file), 'utf8').split('\n---\n\n')[1] ?? ''),
    );
}

/** Temp files and lock files of the dead. */
function leftovers(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|\/)(tmp|lock|journal)\/.|\.tmp|\.lock/.test(file),
  );
}

describe('kill -9 inside a change', () => {
  it('leaves every file old or new, loses nothing acknowledged, and the next call heals', {
    timeout: 600_000,
  }, async () => {
    const report = await killStorm('mem', 100);
    expect(report.inside).toBeGreaterThanOrEqual(100);
    expect(report).toMatchObject({ lost: [], torn: [], index: [], leftovers: [] });
  });

  it('catches a store that writes in place', { timeout: 600_000 }, async () => {
    const report = await killStorm('plain', 100);
    expect(report.lost.length + report.torn.length + report.index.length).toBeGreaterThan(0);
  });
});
