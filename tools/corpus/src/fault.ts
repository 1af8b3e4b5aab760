/** One way in which a case does not hold. */
export interface Fault {
  /** What was looked at, beginning with the operation where there is one. */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
}

export function fault(what: string, expected: unknown, got: unknown): Fault {
  return { what, expected: shown(expected), got: shown(got) };
}

export function within(where: string, faults: readonly Fault[]): Fault[] {
  return faults.map((one) => ({ ...one, what: `${where}: ${one.what}` }));
}

export function faultLine({ what, expected, got }: Fault): string {
  return `${what}, expected ${expected}, got ${got}`;
}

const longest = 300;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value ?? null);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
