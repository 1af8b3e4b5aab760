import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexFaults, lostChanges } from '../src/judge-storm.ts';
import { type ReaderReport, startReader, startWorker } from '../src/storm.ts';
import { openStormStore } from '../src/storm-store.ts';

const crowd = [0, 1, 2, 3, 4, 5, 6, 7];

interface StormReport {
  readonly lost: readonly string[];
  readonly index: readonly string[];
  readonly crashed: number;
  readonly reader: ReaderReport;
}

async function storm(kind: 'mem' | 'plain', count: number): Promise<StormReport> {
  const directory = mkdtempSync(join(tmpdir(), 'mem-storm-'));
  const stopReader = startReader(directory);
  const workers = crowd.map((id) => startWorker(kind, directory, 'mixed', id, count));
  const codes = await Promise.all(workers.map((worker) => worker.ended));
  const reader = await stopReader();
  return {
    lost: lostChanges(
      directory,
      workers.map((worker) => worker.events),
    ),
    index: indexFaults(directory),
    crashed: codes.filter((code) => code !== 0).length,
    reader,
  };
}

describe('8 processes on one directory, another one reading', () => {
  it('loses nothing, tears nothing, and ends with an index that is right', {
    timeout: 300_000,
  }, async () => {
    const report = await storm('mem', 200);
    expect(report).toMatchObject({ lost: [], index: [], crashed: 0, reader: { faults: [] } });
    expect(report.reader.looks).toBeGreaterThan(1000);
  });

  it('catches a store that writes in place', { timeout: 300_000 }, async () => {
    const report = await storm('plain', 200);
    const faults = report.lost.length + report.index.length + report.reader.faults.length;
    expect(faults).toBeGreaterThan(0);
  });
});

async function increments(kind: 'mem' | 'plain'): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'mem-count-'));
  await openStormStore(kind, directory).save('counter', '0\n');
  const workers = crowd.map((id) => startWorker(kind, directory, 'increments', id, 50));
  await Promise.all(workers.map((worker) => worker.ended));
  return Number(readFileSync(join(directory, 'counter.md'), 'utf8').split('\n---\n\n')[1]);
}

describe('8 processes × 50 compare-and-swap increments', () => {
  it('give 400', { timeout: 300_000 }, async () => {
    expect(await increments('mem')).toBe(400);
  });

  it('give less with a store that writes in place', { timeout: 300_000 }, async () => {
    expect(await increments('plain')).not.toBe(400);
  });
});

async function winners(kind: 'mem' | 'plain', rounds: number): Promise<number[]> {
  const directory = mkdtempSync(join(tmpdir(), 'mem-race-'));
  const start = Date.now() + 2_000;
  const workers = crowd.map((id) => startWorker(kind, directory, 'race', id, rounds, start));
  await Promise.all(workers.map((worker) => worker.ended));
  return Array.from(
    { length: rounds },
    (_, round) =>
      workers.filter(({ events }) => events.some((event) => event.race === round && event.won))
        .length,
  );
}

describe('8 processes that create one name at the same time', () => {
  it('have one winner each time', { timeout: 120_000 }, async () => {
    expect(await winners('mem', 20)).toEqual(Array(20).fill(1));
  });

  it('have several with a store that looks before it writes', { timeout: 120_000 }, async () => {
    expect(Math.max(...(await winners('plain', 20)))).toBeGreaterThan(1);
  });
});
