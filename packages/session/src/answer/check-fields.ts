import {
  type EntryFields,
  type GuardOptions,
  guardText,
  isMemoryError,
  isMemoryType,
  memoryTypes,
} from '@mem/core';
import { checkName } from '@mem/core/internal';

/** Of a model's answer; what people write may be longer. */
export const maxBodyBytes = 8_000;
const maxDescription = 500;
const maxReason = 300;

/** Why something of an answer is not taken, in a few words. */
export class Refused extends Error {}

/** A name for a new entry: nothing that could be meant as a path. */
export function nameIn(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new Refused('it has no name');
  const name = value.trim();
  try {
    checkName(name);
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    throw new Refused(error.message);
  }
  if (/[/\\]|^\.|^~|\.md$/iu.test(name) || /^[a-z]:/iu.test(name)) {
    throw new Refused('its name looks like a path; a memory is named in words');
  }
  return name;
}

/** The fields that are there. @throws Refused when one is not as it must be */
export function fieldsIn(value: Readonly<Record<string, unknown>>): EntryFields {
  const { description, type, body } = value;
  if (type !== undefined && !(typeof type === 'string' && isMemoryType(type))) {
    throw new Refused(`its type is none of ${memoryTypes.join(', ')}`);
  }
  return {
    ...(description === undefined ? {} : { description: descriptionIn(description) }),
    ...(type === undefined ? {} : { type: type as NonNullable<EntryFields['type']> }),
    ...(body === undefined ? {} : { body: bodyIn(body) }),
  };
}

function descriptionIn(value: unknown): string {
  const text = wellFormed(value, 'description').replace(/\s+/gu, ' ').trim();
  if (text === '') throw new Refused('its description is empty');
  if (text.length > maxDescription) {
    throw new Refused(`its description is longer than ${maxDescription} characters`);
  }
  return text;
}

function bodyIn(value: unknown): string {
  const text = wellFormed(value, 'body').replaceAll('\r\n', '\n').trim();
  if (text === '') throw new Refused('its body is empty');
  if (new TextEncoder().encode(text).length > maxBodyBytes) {
    throw new Refused(`its body is longer than ${maxBodyBytes.toLocaleString('en-US')} bytes`);
  }
  return text;
}

export function reasonIn(value: unknown): string {
  const text = typeof value === 'string' ? value.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '';
  if (text === '') throw new Refused('it gives no reason');
  return text.toWellFormed().slice(0, maxReason).toWellFormed();
}

function wellFormed(value: unknown, what: string): string {
  if (typeof value === 'string' && value.isWellFormed()) return value;
  throw new Refused(`its ${what} is not a text`);
}

/** What no model may bring into a memory, whatever a policy says about people. */
const neverFromModels = new Set(['secret', 'hidden-characters', 'addresses-model']);

/** @throws Refused naming the rule, never the value */
export function requireHarmless(
  texts: EntryFields & { readonly name?: string; readonly message?: string },
  guard: GuardOptions = {},
): void {
  const finding = guardText(texts, guard).find(
    ({ action, group }) => action === 'refuse' || neverFromModels.has(group),
  );
  if (finding) throw new Refused(`${finding.message.replace(/\.$/, '')} (rule ${finding.rule})`);
}

/** A piece of an answer for a message: short, on one line, without characters that do things. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(short.toWellFormed()).replace(/[\p{Cf}\u2028\u2029]/gu, '');
}
