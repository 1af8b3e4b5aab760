import { UsageError } from './usage-error.js';

const hour = 3_600_000;
const units: Readonly<Record<string, number>> = {
  h: hour,
  d: 24 * hour,
  w: 7 * 24 * hour,
  y: 365 * 24 * hour,
};

/**
 * The moment that an option names: a date (`2026-03-05`, where that day begins here), a time in
 * ISO 8601, or an age before now (`12h`, `7d`, `3w`, `1y`). Undefined when it was not given.
 */
export function moment(option: string, text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const found = age(text, now) ?? day(text) ?? time(text);
  if (found && !Number.isNaN(found.getTime())) return found;
  throw new UsageError(
    `--${option} needs a date such as 2026-03-05 or an age such as 12h, 7d, 3w, 1y, not ${JSON.stringify(text)}.`,
  );
}

function age(text: string, now: Date): Date | undefined {
  const match = /^([0-9]{1,6})([hdwy])$/.exec(text);
  return match ? new Date(now.getTime() - Number(match[1]) * units[match[2]!]!) : undefined;
}

function day(text: string): Date | undefined {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (!match) return undefined;
  const [, year, month, date] = match.map(Number) as [number, number, number, number];
  const found = new Date(year, month - 1, date);
  // 30 February would become one of March, and the year 7 one of the last century.
  const isSame = found.getFullYear() === year && found.getMonth() === month - 1;
  return isSame && found.getDate() === date ? found : undefined;
}

function time(text: string): Date | undefined {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:?[0-9]{2})?$/.test(text)
    ? new Date(text)
    : undefined;
}
