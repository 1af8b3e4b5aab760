import { describe, expect, it } from 'vitest';
import { fillDisk } from '../src/harness/full-disk.ts';
import { killStorm } from '../src/harness/kill-storm.ts';
import { sweepKills } from '../src/harness/kill-sweep.ts';
import { operationsOf } from '../src/harness/operations.ts';
import { personAndAgents } from '../src/harness/person-and-agents.ts';
import { cutPower } from '../src/harness/power-loss.ts';
import { faultSweep } from '../src/harness/run-faults.ts';
import { lookAtHostileDirectory } from '../src/harness/run-hostile.ts';

// Small doses of `npm run harness`; each is tried on a store that writes in place too.

describe('a failing file call', () => {
  it.each(operationsOf('mem'))(
    '%s: the answer is what the disk holds',
    async (operation) => {
      const report = await faultSweep('mem', operation, ['EIO']);
      expect(report.faults).toEqual([]);
      expect(report.points).toBeGreaterThan(60);
    },
    300_000,
  );

  it.each(['save of a new entry', 'rename'])(
    '%s: so it is when the disk stays full',
    async (operation) => {
      expect((await faultSweep('mem', operation, ['ENOSPC+'])).faults).toEqual([]);
    },
    300_000,
  );

  it('a commit too: what could not be noted is caught up with', async () => {
    expect((await faultSweep('git', 'save with its commit', ['ENOSPC+'])).faults).toEqual([]);
  }, 300_000);

  it('catches a store that writes in place', async () => {
    const report = await faultSweep('plain', 'update of a body and a description', ['ENOSPC']);
    expect(report.faults.join('\n')).toContain('note.md is changed');
  }, 300_000);
});

describe('a disk that is full', () => {
  it('refuses what does not fit, and goes on when there is room', async (context) => {
    const report = await fillDisk('mem');
    if (report === undefined) return context.skip('no file system may be mounted here');
    expect(report.faults).toEqual([]);
  }, 300_000);

  it('catches a store that writes in place', async (context) => {
    const report = await fillDisk('plain');
    if (report === undefined) return context.skip('no file system may be mounted here');
    expect(report.faults.length).toBeGreaterThan(0);
  }, 300_000);
});

describe('kill -9 at a file call', () => {
  const dose = { sides: ['before', 'after'], stride: 41, atOnce: 2 } as const;

  it.each(operationsOf('mem'))(
    '%s: old or new, and the next call heals',
    async (operation) => {
      const report = await sweepKills('mem', operation, dose);
      expect(report.faults).toEqual([]);
      expect(report.kills).toBeGreaterThan(0);
    },
    300_000,
  );

  it('catches a store that writes in place', async () => {
    const options = { ...dose, sides: ['after'], stride: 1 } as const;
    const report = await sweepKills('plain', 'update of a body and a description', options);
    expect(report.faults.join('\n')).toContain('note.md is neither old nor new');
  }, 300_000);
});

describe('8 writers that are killed again and again', () => {
  it('lose nothing that was acknowledged', async () => {
    const report = await killStorm('mem', 30);
    expect(report.faults).toEqual([]);
    expect(report.kills).toBeGreaterThanOrEqual(30);
  }, 300_000);

  it('are caught when they write in place', async () => {
    expect((await killStorm('plain', 30)).faults.length).toBeGreaterThan(0);
  }, 300_000);
});

describe('a power cut', () => {
  it('tears nothing, and with durability power takes nothing back', async () => {
    expect(await cutPower('mem', 'power')).toMatchObject({ torn: 0, lost: 0, unhealed: [] });
  }, 300_000);

  it('tears nothing with durability process, which does not promise the rest', async () => {
    const report = await cutPower('mem', 'process');
    expect(report).toMatchObject({ torn: 0, unhealed: [] });
    expect(report.lost).toBeGreaterThan(0);
  }, 300_000);

  it('catches a store that writes in place', async () => {
    const report = await cutPower('plain', 'process');
    expect(report.torn).toBeGreaterThan(0);
    expect(report.lost).toBeGreaterThan(0);
  }, 300_000);
});

describe('a person and four agents on one file', () => {
  it('hides hardly an edit, and none that was there before the write began', async () => {
    const report = await personAndAgents('mem', 80);
    expect(report.overlooked).toBe(0);
    // The script measures the figures, 2 % and 85 %; so few edits say only that it is not many.
    expect(report.hidden).toBeLessThanOrEqual(8);
    expect(report.trashInPlace).toBeLessThanOrEqual(8);
  }, 300_000);

  it('catches agents that write in place', async () => {
    const report = await personAndAgents('plain', 40);
    expect(report.hidden).toBeGreaterThan(10);
  }, 300_000);
});

describe('a hostile directory', () => {
  it('stops no call, shows nothing from outside, and hides nothing of the rest', async () => {
    expect((await lookAtHostileDirectory(300)).faults).toEqual([]);
  }, 300_000);
});
