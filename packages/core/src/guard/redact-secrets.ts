import { findSecrets } from './find-secrets.js';

/** A quoted text may be cut within a value; so much of it gives it away. */
const telling = 8;

/**
 * A message with the rule's id in the place of each secret.
 *
 * @param given texts whose secrets the message may quote, also cut short
 */
export function redactSecrets(message: string, given: readonly string[] = []): string {
  return withoutShapes(given.reduce(withoutPartsOf, message));
}

function withoutShapes(message: string): string {
  let redacted = '';
  let from = 0;
  for (const { start, end, rule } of findSecrets(message)) {
    redacted += `${message.slice(from, start)}[${rule.id}]`;
    from = end;
  }
  return from === 0 ? message : redacted + message.slice(from);
}

function withoutPartsOf(message: string, given: string): string {
  let redacted = message;
  for (const { text, rule } of findSecrets(given).slice(0, 20)) {
    // In a message, a text stands as JSON has it.
    const value = JSON.stringify(text).slice(1, -1);
    const at = redacted.indexOf(value.slice(0, telling));
    if (at < 0) continue;
    let end = at;
    while (end < redacted.length && redacted[end] === value[end - at]) end++;
    redacted = `${redacted.slice(0, at)}[${rule.id}]${redacted.slice(end)}`;
  }
  return redacted;
}
