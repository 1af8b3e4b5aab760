import { readFileSync, readlinkSync } from 'node:fs';
import { sha256 } from './versions.js';

/** Who made a lock or a temporary file, well enough to tell whether that process still runs. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process started, in the kernel's ticks since boot; empty where unknown. */
  readonly start: string;
  /** Of the running kernel and its process numbers: only within one realm do pids mean anything. */
  readonly realm: string;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, start: startOf(process.pid)?.start ?? '', realm: ownRealm() };
  return own;
}

/**
 * `foreign`: of another machine, container or boot, so that its pid says nothing here.
 * On platforms that do not tell when a process started, a reused pid passes for alive.
 */
export function stateOf(identity: ProcessIdentity): 'alive' | 'dead' | 'foreign' {
  if (identity.realm !== ownIdentity().realm) return 'foreign';
  if (!answersToSignals(identity.pid)) return 'dead';
  if (identity.start === '') return 'alive';
  const present = startOf(identity.pid);
  // Not visible, although it takes signals: hidden by the way /proc is mounted, so alive.
  if (present === undefined) return answersToSignals(identity.pid) ? 'alive' : 'dead';
  return present.start === identity.start && !present.ended ? 'alive' : 'dead';
}

function answersToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** From /proc; undefined where there is none. A killed process stays there until it is reaped. */
function startOf(pid: number): { start: string; ended: boolean } | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field, the program's name in brackets, may hold blanks and brackets itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { start: fields[19] ?? '', ended: fields[0] === 'Z' || fields[0] === 'X' };
}

function ownRealm(): string {
  const boot = textOf('/proc/sys/kernel/random/boot_id');
  // Without a boot id the host's name must do.
  const kernel = boot ?? process.getBuiltinModule('node:os').hostname();
  return sha256(`${kernel}\n${pidNamespace()}`).slice(0, 16);
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
