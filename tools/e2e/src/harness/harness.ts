export interface HarnessOptions {
  /** A dose of a minute instead of the whole. */
  readonly quick: boolean;
}

export interface Verdict {
  /** One line with the figures. */
  readonly summary: string;
  /** What must not be, one a line; empty when all that was promised holds. */
  readonly faults: readonly string[];
}

/** Something that tries to break a promise of the toolkit, and a store that breaks it to try it on. */
export interface Harness {
  readonly name: string;
  readonly about: string;
  run(options: HarnessOptions): Promise<Verdict>;
}

/** The verdict on a store that must be caught: it is a fault when it is not. */
export function controlFault(caught: number): string[] {
  return caught > 0 ? [] : ['the store that writes in place was not caught: this harness is blind'];
}

/** The value below which that share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
