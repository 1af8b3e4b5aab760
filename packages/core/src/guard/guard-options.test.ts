import { describe, expect, it } from 'vitest';
import type { GuardOptions } from './guard-options.js';
import { guardText } from './guard-text.js';
import { tightenGuard } from './tighten-guard.js';

const body = `ghp_16C7e42F292c6912E7710c838347Ae178B4a is used for now`;

function actions(options: GuardOptions, type = 'project'): Record<string, string> {
  const findings = guardText({ body, type }, options, new Date(2026, 0, 1));
  return Object.fromEntries(findings.map(({ rule, action }) => [rule, action]));
}

describe('policies', () => {
  it('refuse secrets and warn of what does not last', () => {
    expect(actions({})).toEqual({ 'github-token': 'refuse', 'this-time': 'warn' });
  });

  it('speak of a group or a rule, and the rule wins', () => {
    expect(actions({ policy: { secret: 'warn', 'short-lived': 'allow' } })).toEqual({
      'github-token': 'warn',
    });
    expect(actions({ policy: { secret: 'allow', 'github-token': 'refuse' } })).toMatchObject({
      'github-token': 'refuse',
    });
  });

  it('speak of types, with the others under *', () => {
    const policy = { 'short-lived': { project: 'refuse', '*': 'allow' } } as const;
    expect(actions({ policy })).toMatchObject({ 'this-time': 'refuse' });
    expect(actions({ policy }, 'user')).not.toHaveProperty('this-time');
    expect(actions({ policy: { 'short-lived': { user: 'allow' } } })).toMatchObject({
      'this-time': 'warn',
    });
  });

  it('refuse what they warn of when strict, but dates and missing reasons', () => {
    expect(actions({ strict: true })).toMatchObject({ 'this-time': 'refuse' });
    const findings = guardText({ body: 'Tomorrow.', type: 'feedback' }, { strict: true });
    expect(findings.map(({ action }) => action)).toEqual(['warn', 'warn']);
  });
});

describe('a project’s settings', () => {
  it('tighten', () => {
    const options = tightenGuard({}, { policy: { 'short-lived': 'refuse' } });
    expect(actions(options)).toMatchObject({ 'this-time': 'refuse' });
    expect(actions(tightenGuard({}, { strict: true }))).toMatchObject({ 'this-time': 'refuse' });
    expect(
      actions(
        tightenGuard({ policy: { secret: 'allow' } }, { policy: { secret: { project: 'warn' } } }),
      ),
    ).toMatchObject({ 'github-token': 'warn' });
  });

  it('loosen nothing', () => {
    const loose: GuardOptions = {
      strict: false,
      policy: {
        secret: 'allow',
        'github-token': 'allow',
        'short-lived': { project: 'allow', '*': 'allow' },
      },
      atLeast: {},
    };
    expect(actions(tightenGuard({}, loose))).toEqual(actions({}));
    expect(actions(tightenGuard({ strict: true }, loose))).toEqual(actions({ strict: true }));
    const mine = { policy: { 'this-time': 'refuse' } } as const;
    expect(actions(tightenGuard(mine, loose))).toEqual(actions(mine));
  });

  it('add rules, which the user’s policy for the group does not switch off', () => {
    const rules = [
      { id: 'customer', pattern: 'used for', message: 'a customer number', action: 'refuse' },
    ] as const;
    expect(actions(tightenGuard({ policy: { secret: 'allow' } }, { rules }))).toMatchObject({
      customer: 'refuse',
    });
  });

  it('are refused whole where they cannot be used', () => {
    expect(() => tightenGuard({}, { policy: { secret: 'never' as 'warn' } })).toThrow(
      /policy for "secret"/,
    );
    for (const [pattern, fault] of [
      ['(a)\\1', /back reference/],
      ['(?=a)', /look-around/],
      ['a{9999}', /more than 200/],
      ['(?:(?:a{100}){100}){100}', /too large/],
      ['(a', /without its "\)"/],
      ['a*', /where nothing stands/],
      ['x'.repeat(501), /longer than 500/],
      ['[z-a]', /range/],
      ['', /is empty/],
    ] as const) {
      const rules = [{ id: 'mine', pattern, message: 'm' }];
      expect(() => tightenGuard({}, { rules }), pattern).toThrow(fault);
    }
    expect(() => tightenGuard({}, { rules: [{ id: 'No!', pattern: 'a', message: 'm' }] })).toThrow(
      /no id/,
    );
    expect(() => tightenGuard({}, { rules: {} as [] })).toThrow(/must be a list/);
    expect(() => tightenGuard({}, { rules: [null as never] })).toThrow(/no id/);
  });
});
