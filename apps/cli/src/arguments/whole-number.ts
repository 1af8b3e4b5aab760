import { UsageError } from './usage-error.js';

/** The option's value as a number of at least 1; undefined when it was not given. */
export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new UsageError(
    `--${option} needs a whole number of at least 1, not ${JSON.stringify(text)}.`,
  );
}
