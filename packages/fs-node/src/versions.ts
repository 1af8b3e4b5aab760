import type { Version } from '@mem/core';
import type { FileStatus } from './file-system.js';

/** Below this age, two changes may bear the same times (the kernel's clock ticks every 1–10 ms). */
const youngMs = 20;
/** The same for file systems with whole milliseconds or seconds (FAT counts in twos). */
const youngOnCoarseTimesMs = 3000;

/** A version made of the status: cheap, and good for files that are no longer young. */
export function statusVersion(status: FileStatus): Version {
  return `s${status.ino}-${status.size}-${exactTime(status.mtimeMs)}-${exactTime(status.ctimeMs)}`;
}

/** All bits of the time, in two whole numbers: those are much faster to print than a fraction. */
function exactTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${seconds}.${(milliseconds - seconds * 1000) * 4096}`;
}

/** A version made of the contents: for young files, whose status may miss the next change. */
export function contentVersion(bytes: Uint8Array): Version {
  return `c${bytes.length}-${sha256(bytes).slice(0, 40)}`;
}

/** The size in a content version, or undefined for a version of another kind. */
export function sizeInContentVersion(version: Version): number | undefined {
  const match = /^c(\d+)-/.exec(version);
  return match ? Number(match[1]) : undefined;
}

/**
 * True when a further change could leave the same status.
 *
 * @param now taken before the status, so that a change after it is never taken for an old one
 */
export function isYoung(status: FileStatus, now: number): boolean {
  const age = now - Math.max(status.mtimeMs, status.ctimeMs);
  if (age >= youngOnCoarseTimesMs) return false;
  if (age < youngMs) return true;
  return Number.isInteger(status.mtimeMs) && Number.isInteger(status.ctimeMs);
}

/** Hexadecimal. Loaded on first use: most listings have no young file and need no crypto. */
export function sha256(data: Uint8Array | string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(data).digest('hex');
}
