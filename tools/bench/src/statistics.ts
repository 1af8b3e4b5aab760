export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `percent` of all are not above. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const index = Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100));
  return sorted[index] ?? Number.NaN;
}
