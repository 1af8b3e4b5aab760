import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Storage } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { planByRules, readDistillInput } from '@mem/session';
import type { Report } from '../benchmark.js';
import { fileText, generateTexts } from '../search/generated-texts.js';
import { median } from '../statistics.js';

const now = new Date('2026-06-15T12:00:00Z');

/** A distillation without a model, beside the reading of what it is made from. */
export async function planning(scratch: string, rounds: number): Promise<Report> {
  const storage = createDirectoryStorage(generateMemory(join(scratch, 'planning')));
  const times = { reading: [] as number[], all: [] as number[] };
  for (let round = -2; round < rounds; round++) {
    const reading = await timeOf(() => readEachFile(storage));
    const all = await timeOf(async () => planByRules(await readDistillInput(storage, { now })));
    if (round < 0) continue;
    times.reading.push(reading);
    times.all.push(all);
  }
  const [reading, all] = [median(times.reading), median(times.all)];
  return {
    title: 'A plan for 1,000 memories and 30 days of logs',
    columns: ['median ms'],
    measurements: [
      { what: 'reading every file through the storage', figures: [reading] },
      { what: 'reading and planning', figures: [all] },
    ],
    goals: [{ what: 'all of it / reading', measured: all / reading, limit: 2, unit: '×' }],
    notes: [],
  };
}

function generateMemory(directory: string): string {
  mkdirSync(join(directory, 'logs/2026/05'), { recursive: true });
  mkdirSync(join(directory, 'logs/2026/06'), { recursive: true });
  const texts = [...generateTexts(1_000)];
  for (const text of texts) writeFileSync(join(directory, text.path), fileText(text));
  const lines = texts.map(({ path }) => `- [${path}](${path}) — generated\n`);
  writeFileSync(join(directory, 'MEMORY.md'), lines.join(''));
  for (let back = 0; back < 30; back++) {
    const day = new Date(now.getTime() - back * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const [year, month] = day.split('-');
    const bullets = Array.from({ length: 40 }, (_, at) => `- 10:${10 + at}:00+00:00 did a thing\n`);
    writeFileSync(join(directory, `logs/${year}/${month}/${day}.md`), bullets.join(''));
  }
  return directory;
}

async function readEachFile(storage: Storage): Promise<void> {
  for await (const { path } of storage.list()) await storage.read(path);
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}
