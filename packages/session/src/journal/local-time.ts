import { MemoryError } from '@mem/core';

/** A moment as a wall clock shows it. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM:SS` */
  readonly time: string;
  /** `+HH:MM` or `-HH:MM`, what the clock is ahead of UTC. */
  readonly offset: string;
}

/**
 * The moment in a time zone.
 *
 * @param timeZone an IANA name such as `Europe/Berlin`; the system's when omitted
 * @throws MemoryError INVALID_ENTRY for a time zone that is not known, a day before 1583, which other
 *   calendars count in another way, or a year of more than four digits
 */
export function localTime(at: Date, timeZone?: string): LocalTime {
  if (Number.isNaN(at.getTime())) {
    throw new MemoryError('INVALID_ENTRY', 'The time of a log entry is no date. Give a valid one.');
  }
  const parts = new Map<string, string>();
  for (const { type, value } of formatter(timeZone).formatToParts(at)) parts.set(type, value);
  const of = (type: string) => parts.get(type) ?? '';
  if (at.getTime() < firstMoment || of('year').length > 4) throw outOfReach();
  return {
    date: `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')}:${of('second')}`,
    offset: offsetOf(of('timeZoneName')),
  };
}

/** A day of leeway for time zones. */
const firstMoment = Date.UTC(1583, 0, 2);

function outOfReach(): MemoryError {
  return new MemoryError(
    'INVALID_ENTRY',
    'A log is kept for days from 1583 to 9999. Give a time between them.',
  );
}

const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = makeFormatter(timeZone);
  formatters.set(timeZone, made);
  return made;
}

function makeFormatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const digits = {
    month: '2-digit',
    day: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone,
      year: 'numeric',
      ...digits,
      hour: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
  } catch (cause) {
    throw new MemoryError(
      'INVALID_ENTRY',
      `${JSON.stringify(timeZone)} is no known time zone. Use a name such as "Europe/Berlin" or "UTC".`,
      { cause },
    );
  }
}

/** From `GMT`, `GMT+02:00`, or with seconds in the years before standard time. */
function offsetOf(name: string): string {
  return /[+-]\d\d:\d\d/.exec(name.replace('\u2212', '-'))?.[0] ?? '+00:00';
}
