import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtProgram } from '../built-program.ts';
import type { SweepReport } from './fault-sweep.ts';
import { fillDisk } from './full-disk.ts';
import { controlFault, type Harness } from './harness.ts';
import type { StoreKind } from './open-store.ts';
import { operationsOf } from './operations.ts';

const run = promisify(execFile);

/** `+`: the failure stays, as on a disk that is full; `~`: removed files make room. */
export const allCodes = [
  'EIO',
  'ENOENT',
  'EACCES',
  'EMFILE',
  'ENOSPC',
  'EROFS',
  'ENOSPC+',
  'EROFS+',
];

/** Sweeps one operation in a process of its own. */
export async function faultSweep(
  kind: StoreKind,
  operation: string,
  codes: readonly string[],
): Promise<SweepReport> {
  const args = [builtProgram('fault-worker'), kind, operation, ...codes];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as SweepReport;
}

export const faults: Harness = {
  name: 'faults',
  about: 'every error of the disk at every file call of every operation, and a disk that is full',
  async run({ quick }) {
    const codes = quick ? ['EIO', 'ENOSPC+'] : allCodes;
    const found: string[] = [];
    let points = 0;
    for (const operation of operationsOf('mem')) {
      const report = await faultSweep('mem', operation, codes);
      points += report.points;
      found.push(...report.faults);
    }
    for (const operation of operationsOf('git')) {
      // Of several files, what was changed can be taken back only where removed ones leave room.
      const full = operation === 'sync with another machine' ? 'ENOSPC~' : 'ENOSPC+';
      const report = await faultSweep('git', operation, quick ? [full] : ['EIO', full]);
      points += report.points;
      found.push(...report.faults);
    }
    const control = await faultSweep('plain', 'update of a body and a description', ['ENOSPC']);
    const disk = await fillDisk('mem');
    const plainDisk = await fillDisk('plain');
    const onDisk = disk === undefined ? 'no full disk here (none may be mounted)' : disk.summary;
    return {
      summary: `${points} failing calls and ${onDisk}: ${found.length + (disk?.faults.length ?? 0)} faults; in-place store: ${control.faults.length} of ${control.points}`,
      faults: [
        ...found,
        ...(disk?.faults ?? []),
        ...controlFault(control.faults.length),
        ...(plainDisk === undefined ? [] : controlFault(plainDisk.faults.length)),
      ],
    };
  },
};
