export type Three<T> = readonly [base: T, ours: T, theirs: T];

/** The same of all three versions that a merge looks at. */
export function mapThree<T, R>([base, ours, theirs]: Three<T>, map: (value: T) => R): Three<R> {
  return [map(base), map(ours), map(theirs)];
}
