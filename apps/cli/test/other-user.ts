import { spawnSync } from 'node:child_process';

/** Nobody in particular. */
export const someone = 65_534;

/** Root reads everything, so a test of root's needs another user; who may not reach the runtime. */
export function mayRunAsSomeone(): boolean {
  if (process.getuid?.() !== 0) return false;
  return spawnSync(process.execPath, ['-e', '0'], { uid: someone }).status === 0;
}
