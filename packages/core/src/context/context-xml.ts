import type { ContextEntry, ReadContextEntry } from './context-entry.js';
import { dropLeadingBlankLines, normalizeBody, normalizeLabel } from './normalize-text.js';

/** One `<memory>` element with its name and type as attributes, on lines of its own. */
export function renderXmlEntry(entry: ContextEntry): string {
  const type = normalizeLabel(entry.type ?? '');
  const name = ` name="${escapeXml(normalizeLabel(entry.name))}"`;
  const body = normalizeBody(entry.body) || normalizeBody(entry.description ?? '');
  const opening = `<memory${name}${type && ` type="${escapeXml(type)}"`}>`;
  return body === '' ? `${opening}\n</memory>\n` : `${opening}\n${escapeXml(body)}\n</memory>\n`;
}

/** The entries of a block's content. */
export function readXmlEntries(content: string): ReadContextEntry[] {
  const element = /<memory name="([^"<]*)"(?: type="([^"<]*)")?>([^<]*)<\/memory>/g;
  return [...content.matchAll(element)].map(([, name, type, text]) => ({
    name: unescapeXml(name!),
    ...(type === undefined ? {} : { type: unescapeXml(type) }),
    body: unescapeXml(dropLeadingBlankLines(text!.trimEnd())),
  }));
}

const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

// U+FFFE and U+FFFF are no characters of XML, not even escaped.
function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => `&${entities[character]};`)
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}

function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (_, entity: string) => characters[entity]!);
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
