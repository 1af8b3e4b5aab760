import { describe, expect, it } from 'vitest';
import type { OptionTable } from './option.js';
import { parseOptions } from './parse-options.js';
import { UsageError } from './usage-error.js';

const options: OptionTable = {
  description: { type: 'string', value: 'TEXT', description: '' },
  type: { type: 'string', value: 'TYPE', description: '' },
  help: { type: 'boolean', short: 'h', description: '' },
};

describe('parseOptions', () => {
  it('takes options before, between and after words', () => {
    const parsed = parseOptions(['a', '--type', 'user', 'b', '--description=x=y'], options);
    expect(parsed.positionals).toEqual(['a', 'b']);
    expect(parsed.values).toEqual({ type: 'user', description: 'x=y' });
  });

  it('takes everything after -- as words', () => {
    expect(parseOptions(['--', '--type', '-h'], options)).toEqual({
      values: {},
      positionals: ['--type', '-h'],
    });
  });

  it('takes a value that begins with a dash', () => {
    const { values } = parseOptions(['--description', '- a list', '--type', '-'], options);
    expect(values).toEqual({ description: '- a list', type: '-' });
  });

  it.each([
    ['a forgotten value before an option', ['--description', '--type', 'user']],
    ['a forgotten value before --', ['--description', '--', 'x']],
    ['a forgotten value before a short option', ['--description', '-h']],
    ['a forgotten value at the end', ['--description']],
    ['a value for a flag', ['--help=yes']],
    ['an unknown option', ['--colour']],
    ['an unknown short option', ['-x']],
    ['a name of every object', ['--constructor']],
  ])('refuses %s', (_, args) => {
    expect(() => parseOptions(args, options)).toThrow(UsageError);
  });

  it('suggests the nearest option', () => {
    expect(() => parseOptions(['--descripton=x'], options)).toThrow('Did you mean --description?');
  });
});
