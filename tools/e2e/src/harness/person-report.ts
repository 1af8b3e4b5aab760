/** Milliseconds, comparable between the processes of one machine. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** A write of an agent, from the call to its answer. */
export interface TimedWrite {
  readonly began: number;
  readonly ended: number;
}

export interface PersonEdit {
  readonly way: 'in place' | 'by rename';
  readonly began: number;
  readonly ended: number;
  /** Where the words of the person were a moment later. */
  readonly found: 'file' | 'conflicts' | 'trash' | 'nowhere';
}
