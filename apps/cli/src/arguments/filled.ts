import { UsageError } from './usage-error.js';

/** The option's value, which must say something; undefined when it was not given. */
export function filled(option: string, text: string | undefined): string | undefined {
  if (text === undefined || text.trim() !== '') return text;
  throw new UsageError(`--${option} needs a value that is not empty.`);
}
