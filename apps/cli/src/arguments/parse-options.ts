import { parseArgs } from 'node:util';
import { nearest } from './nearest.js';
import type { OptionTable } from './option.js';
import { UsageError } from './usage-error.js';

type Value = string | boolean | readonly string[];

export interface ParsedArguments {
  readonly values: Readonly<Record<string, Value | undefined>>;
  readonly positionals: readonly string[];
}

/**
 * Options anywhere, `--name value` or `--name=value`; after `--` all is positional. A value may
 * begin with a dash unless it is itself an option of this command: that is a forgotten value.
 */
export function parseOptions(args: readonly string[], options: OptionTable): ParsedArguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(options).map(toNodeOption)),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, Value | undefined> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const value = optionValue(token, options);
    const before = values[token.name] as readonly string[] | undefined;
    values[token.name] = options[token.name]?.multiple ? [...(before ?? []), `${value}`] : value;
  }
  return { values, positionals };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function toNodeOption([name, spec]: [string, OptionTable[string]]) {
  return [name, spec.short ? { type: spec.type, short: spec.short } : { type: spec.type }];
}

function optionValue(token: OptionToken, options: OptionTable): string | boolean {
  const spec = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
  if (!spec) throw unknownOption(token.rawName, options);
  if (spec.type === 'boolean') {
    if (token.value === undefined) return true;
    throw new UsageError(
      `${token.rawName} takes no value. Leave out ${JSON.stringify(`=${token.value}`)}.`,
    );
  }
  if (token.value === undefined || (!token.inlineValue && isOption(token.value, options))) {
    throw new UsageError(
      `${token.rawName} needs a value: ${token.rawName}=${spec.value ?? 'TEXT'}. Use that form, with "=", for a value that looks like an option.`,
    );
  }
  return token.value;
}

function isOption(text: string, options: OptionTable): boolean {
  if (text.startsWith('--')) return text === '--' || Object.hasOwn(options, optionName(text));
  return Object.values(options).some((spec) => spec.short && text === `-${spec.short}`);
}

function optionName(text: string): string {
  return text.slice(2).split('=', 1)[0]!;
}

function unknownOption(rawName: string, options: OptionTable): UsageError {
  const near = nearest(rawName.replace(/^-+/, ''), Object.keys(options));
  const hint = near
    ? `Did you mean --${near}?`
    : `Names that begin with a dash go after "--"; --help lists the options.`;
  return new UsageError(`There is no option ${rawName} here. ${hint}`);
}
