// Sweeps one operation with some errors. Arguments: kind of store, operation, then `CODE` for an
// error that comes once, `CODE+` for one that stays, `CODE~` for one that stays while there is no room.
// A process of its own, since it hooks `node:fs`.
import { type FaultMode, sweepFaults } from './fault-sweep.ts';
import type { StoreKind } from './open-store.ts';

const [kind = 'mem', name = '', ...codes] = process.argv.slice(2);
const modes: Record<string, FaultMode> = { '+': 'from here on', '~': 'while there is no room' };
let points = 0;
const faults: string[] = [];
for (const code of codes) {
  const mode = modes[code.at(-1) ?? ''] ?? 'once';
  const report = await sweepFaults(kind as StoreKind, name, code.replace(/[+~]$/, ''), mode);
  points += report.points;
  faults.push(...report.faults);
}
process.stdout.write(JSON.stringify({ points, faults }));
