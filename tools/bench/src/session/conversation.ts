import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { createDirectoryStorage } from '@mem/fs-node';
import { appendLogEntry, compact, countMessage, type Message } from '@mem/session';
import type { Benchmark, Report } from '../benchmark.js';
import { createRandom } from '../random.js';
import { median } from '../statistics.js';
import { planning } from './planning.js';

/** What compaction and the daily log cost. */
export const conversation: Benchmark = {
  name: 'conversation',
  about: 'compacting 2,000 messages, a bullet of the log, and planning a distillation',
  async *run({ quick, scratch }) {
    yield compaction(quick ? 5 : 30);
    yield await logging(scratch, quick ? 50 : 1_000);
    yield await planning(scratch, quick ? 5 : 21);
  },
};

const notes = [
  '# Title\n\nThe importer\n',
  `# Current state\n\n${'- looking for the lock that is held too long\n'.repeat(150)}`,
  `# Log\n\n${'- read a file and changed a line of it\n'.repeat(150)}`,
].join('\n');

function compaction(rounds: number): Report {
  const messages = longConversation(2_000);
  const counts = messages.map((message) => countMessage(message));
  const times = { counting: [] as number[], beyond: [] as number[] };
  for (let round = -3; round < rounds; round++) {
    const counting = timeOf(() => messages.map((message) => countMessage(message)));
    const beyond = timeOf(() => compact(messages, notes, { counts }));
    if (round < 0) continue;
    times.counting.push(counting);
    times.beyond.push(beyond);
  }
  const beyond = median(times.beyond);
  return {
    title: 'Compaction of 2,000 messages',
    columns: ['median ms'],
    measurements: [
      { what: 'counting their tokens', figures: [median(times.counting)] },
      { what: 'the rest', figures: [beyond] },
    ],
    goals: [{ what: 'compact beyond counting', measured: beyond, limit: 20, unit: 'ms' }],
    notes: [],
  };
}

/** Turns of a question, a call with its result, and an answer. */
function longConversation(count: number): Message[] {
  const words =
    'the importer reads each order twice when the lock is held longer than that '.repeat(8);
  return Array.from({ length: count }, (_, at): Message => {
    const callId = `call_${at >> 2}`;
    switch (at % 4) {
      case 0:
        return { role: 'user', content: words };
      case 1: {
        const input = { path: `src/${callId}.ts` };
        return { role: 'assistant', content: [{ type: 'tool-call', callId, name: 'read', input }] };
      }
      case 2:
        return {
          role: 'tool',
          content: [{ type: 'tool-result', callId, output: words.repeat(4) }],
        };
      default:
        return { role: 'assistant', content: [{ type: 'text', text: words }] };
    }
  });
}

async function logging(scratch: string, rounds: number): Promise<Report> {
  const storage = createDirectoryStorage(`${scratch}/memory`);
  const plain = `${scratch}/plain.md`;
  const at = new Date('2026-05-01T10:00:00Z');
  const times = { ours: [] as number[], plain: [] as number[] };
  const random = createRandom(7);
  const log = async (text: string) => {
    const started = performance.now();
    const { bullet } = await appendLogEntry(storage, { text, at, timeZone: 'UTC' });
    return { bullet, time: performance.now() - started };
  };
  for (let round = -20; round < rounds; round++) {
    const text = `entry ${round}: moved the release to Tuesday, as the team asked`;
    // What a sync takes depends on what came before it, so that has no order.
    const others =
      random.next() < 0.5 ? timeOf(() => appendPlainly(plain, lineOf(text))) : undefined;
    const { time: ours, bullet } = await log(text);
    if (bullet !== lineOf(text)) throw new Error('the bullets differ');
    times.ours.push(ours);
    times.plain.push(others ?? timeOf(() => appendPlainly(plain, lineOf(text))));
  }
  const [ours, others] = [median(times.ours), median(times.plain)];
  return {
    title: 'A bullet of the daily log',
    columns: ['median ms'],
    measurements: [
      { what: 'appendLogEntry', figures: [ours] },
      { what: 'open, write, fsync, close', figures: [others] },
    ],
    goals: [
      { what: 'a bullet / an fsynced append', measured: ours / others, limit: 1.3, unit: '×' },
    ],
    notes: [],
  };
}

function lineOf(text: string): string {
  return `- 10:00:00+00:00 ${text}\n`;
}

function appendPlainly(path: string, text: string): void {
  const descriptor = openSync(path, 'a');
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function timeOf(action: () => unknown): number {
  const started = performance.now();
  action();
  return performance.now() - started;
}
