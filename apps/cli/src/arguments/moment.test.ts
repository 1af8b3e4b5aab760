import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moment } from './moment.js';
import { UsageError } from './usage-error.js';

const now = new Date('2026-03-10T12:00:00Z');

describe('moment', () => {
  it.each([
    ['12h', '2026-03-10T00:00:00.000Z'],
    ['7d', '2026-03-03T12:00:00.000Z'],
    ['3w', '2026-02-17T12:00:00.000Z'],
    ['1y', '2025-03-10T12:00:00.000Z'],
    ['2026-03-05T10:00:00Z', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05T10:00:00+02:00', '2026-03-05T08:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(moment('since', text, now)?.toISOString()).toBe(expected);
  });

  it('takes a date for the beginning of that day here', () => {
    expect(moment('since', '2026-03-05', now)).toEqual(new Date(2026, 2, 5));
  });

  it.each([
    '',
    'yesterday',
    '7',
    'd',
    '-7d',
    '7m',
    '2026-02-30',
    '0007-03-05',
    '2026-13-01',
    '2026-3-5',
    '2026-03-05T99:99',
  ])('refuses %j with the forms that there are', (text) => {
    expect(() => moment('since', text, now)).toThrow(/--since needs a date .* or an age/);
  });

  it('answers or refuses, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(moment('since', text, now)?.getTime()).not.toBeNaN();
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});
