import { decodeText } from '../entry-file/decode-text.js';
import type { StoragePath } from '../storage.js';
import type { GuardFinding } from './finding.js';
import type { GuardOptions } from './guard-options.js';
import { guardText } from './guard-text.js';

/**
 * What in a whole file should not be kept: secrets, hidden characters, text that addresses the
 * model; with places in the file. A value that only an escape in the header spells is found too, and
 * said to be in line 1.
 */
export async function guardFile(
  path: StoragePath,
  bytes: Uint8Array,
  options: GuardOptions = {},
): Promise<GuardFinding[]> {
  const { text } = decodeText(bytes);
  const findings = guardText({ file: text }, options);
  if (!mayEscape(text)) return findings;
  const { parseEntryFile } = await import('../entry-file/parse-entry-file.js');
  const { name, description, type, metadata } = parseEntryFile(path, bytes);
  const escaped = guardText({ name, description, type, metadata }, options);
  const known = new Set(findings.map(({ rule }) => rule));
  return [
    ...findings,
    ...escaped
      .filter(({ rule, group }) => group === 'secret' && !known.has(rule))
      .map((finding) => ({ ...finding, line: 1, column: 1 })),
  ];
}

/** The header has a quoted text with an escape for a character. */
function mayEscape(text: string): boolean {
  if (!text.startsWith('---')) return false;
  const end = text.indexOf('\n---', 3);
  const header = text.slice(0, end < 0 ? undefined : end);
  return /\\[xuU]/.test(header);
}
