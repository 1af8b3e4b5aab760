import { UsageError } from './usage-error.js';

/** The option's value, which must be one of a few; undefined when it was not given. */
export function oneOf<const Value extends string>(
  option: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw new UsageError(`${option} is one of ${values.join(', ')}, not ${JSON.stringify(text)}.`);
}
