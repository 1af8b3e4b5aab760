import { findSecrets } from './find-secrets.js';

/** The text with the rule's id in the place of each secret: for messages that quote what was given. */
export function redactSecrets(text: string): string {
  let redacted = '';
  let from = 0;
  for (const { start, end, rule } of findSecrets(text)) {
    redacted += `${text.slice(from, start)}[${rule.id}]`;
    from = end;
  }
  return from === 0 ? text : redacted + text.slice(from);
}
