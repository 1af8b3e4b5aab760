import { MemoryError } from '../errors.js';

/** What an argument must be. Callers without types meet these; for the others they cost nothing. */
export interface ArgumentRule {
  /** Completes "must be …". */
  readonly wanted: string;
  holds(value: unknown): boolean;
}

export const text: ArgumentRule = { wanted: 'text', holds: (value) => typeof value === 'string' };

export const flag: ArgumentRule = {
  wanted: 'true or false',
  holds: (value) => typeof value === 'boolean',
};

export const action: ArgumentRule = {
  wanted: 'a function',
  holds: (value) => typeof value === 'function',
};

/** Infinity is none of the amounts that people mean, but it is how programs say "all". */
export const wholeNumber: ArgumentRule = {
  wanted: 'a whole number of 0 or more',
  holds: (value) =>
    typeof value === 'number' && value >= 0 && (Number.isInteger(value) || value === Infinity),
};

export const date: ArgumentRule = {
  wanted: 'a valid Date',
  holds: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};

export const record: ArgumentRule = {
  wanted: 'an object',
  holds: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

export const bytes: ArgumentRule = {
  wanted: 'a Uint8Array',
  holds: (value) => value instanceof Uint8Array,
};

export function oneOf(...words: readonly string[]): ArgumentRule {
  const wanted = words.map((word) => JSON.stringify(word)).join(' or ');
  return { wanted, holds: (value) => words.some((word) => word === value) };
}

export function listOf(rule: ArgumentRule): ArgumentRule {
  const holds = (value: unknown) => Array.isArray(value) && value.every((item) => rule.holds(item));
  return { wanted: `a list of ${rule.wanted}`, holds };
}

export function either(one: ArgumentRule, other: ArgumentRule): ArgumentRule {
  const holds = (value: unknown) => one.holds(value) || other.holds(value);
  return { wanted: `${one.wanted} or ${other.wanted}`, holds };
}

export const nothing: ArgumentRule = { wanted: 'null', holds: (value) => value === null };

/** An object that has these functions. */
export function objectWith(...methods: readonly string[]): ArgumentRule {
  const holds = (value: unknown) =>
    record.holds(value) &&
    methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function');
  return { wanted: `an object with ${methods.join(', ')}`, holds };
}

/** @throws MemoryError INVALID_ENTRY naming the argument */
export function requireArgument(name: string, value: unknown, rule: ArgumentRule): void {
  if (rule.holds(value)) return;
  const isNumber = rule === wholeNumber && typeof value === 'number';
  const given = isNumber ? String(value) : kindOfValue(value);
  const message = `The ${name} must be ${rule.wanted}, not ${given}.`;
  throw new MemoryError('INVALID_ENTRY', message);
}

/** Options may be left out, each of them too. */
export function requireOptions(
  options: unknown,
  rules: Readonly<Record<string, ArgumentRule>>,
): void {
  if (options === undefined) return;
  requireArgument('options', options, record);
  for (const [name, rule] of Object.entries(rules)) {
    const value = (options as Record<string, unknown>)[name];
    if (value !== undefined) requireArgument(`option ${name}`, value, rule);
  }
}

function dateKind(value: Date): string {
  return Number.isNaN(value.getTime()) ? 'an invalid Date' : 'a Date';
}

/** For a sentence: short words as they are, of everything else only what it is. */
export function kindOfValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'boolean':
      return String(value);
    case 'string':
      return value.length > 30 ? 'another text' : JSON.stringify(value);
    case 'object':
      return value instanceof Date ? dateKind(value) : 'an object';
    default:
      return `a ${typeof value}`;
  }
}
