import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  Scalar,
  type YAMLMap,
} from 'yaml';
import { canonicalKeys } from './canonical-keys.js';
import { parseFrontMatter } from './gray-matter.js';
import { aliasesOf } from './header-aliases.js';
import type { HeaderField } from './header-field.js';
import { emptyRecord, type HeaderValue, isNullWord } from './header-value.js';
import { joinLines } from './join-lines.js';

export interface YamlFields {
  readonly fields: readonly HeaderField[];
  /** Where YAML would have dropped text of a name or description, which is kept here. */
  readonly keptText?: { readonly key: string; readonly offset: number };
  /** Aliases inside of what other aliases stand for: a small text that unfolds without end. */
  readonly bomb: boolean;
  /** Where an alias stands that names nothing. */
  readonly danglingAlias?: number;
}

/** Larger headers are read line by line. In UTF-16 units. */
export const yamlLimit = 65_536;

// gray-matter takes quadratic time over a run of blank lines.
const blankLineLimit = 200;
const depthLimit = 64;

/**
 * Reads a header (whole lines, ends as `\n`) as YAML 1.2. Nothing is resolved, expanded or run:
 * scalars stay as they are spelled, aliases too. Undefined when it is not YAML, not a map, or too
 * large. Never throws.
 */
export function readYamlFields(header: string): YamlFields | undefined {
  if (header.length > yamlLimit) return undefined;
  if (header.startsWith('---') || header.includes('\n---')) return undefined;
  if (hasManyBlankLines(header)) return undefined;
  try {
    const lines = header.endsWith('\n') ? header : `${header}\n`;
    return parseFrontMatter(lines, strictFields) ?? { fields: [], bomb: false };
  } catch {
    return undefined;
  }
}

function hasManyBlankLines(header: string): boolean {
  let lineEnds = 0;
  for (let index = 0; index < header.length && lineEnds <= blankLineLimit; index++) {
    const code = header.charCodeAt(index);
    if (code === 0x0a || code === 0x2028 || code === 0x2029) lineEnds++;
    else if (lineEnds > 0 && code !== 0x20 && header.charAt(index).trim() !== '') lineEnds = 0;
  }
  return lineEnds > blankLineLimit;
}

/** @throws when the text is not a YAML map */
function strictFields(header: string): YamlFields {
  const document = parseDocument(header, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const root = document.contents;
  if (document.errors.length > 0 || (root !== null && !isMap(root))) {
    throw new Error('The header is not a YAML map.');
  }
  const reader = new FieldReader(header);
  const fields = root === null ? [] : reader.fieldsOf(root as YAMLMap<ParsedNode>);
  const { dangling } = header.includes('*') ? aliasesOf(header, document) : {};
  return {
    fields,
    bomb: reader.bomb,
    ...(dangling === undefined ? {} : { danglingAlias: dangling }),
    ...(reader.keptText ? { keptText: reader.keptText } : {}),
  };
}

type Node = ParsedNode | Alias.Parsed | null;

class FieldReader {
  keptText: YamlFields['keptText'];
  bomb = false;
  private readonly header: string;
  private anchoredDepth = 0;

  constructor(header: string) {
    this.header = header;
  }

  fieldsOf(map: YAMLMap<ParsedNode>, nested = false): HeaderField[] {
    const spelled = map.items.map((pair) => this.keyText(pair.key));
    const keys = canonicalKeys(spelled, nested);
    return map.items.map((pair, index) => {
      const key = keys[index]!;
      const field = this.fieldOf(key, pair.key, pair.value as Node, map.flow === true, nested);
      return key === spelled[index] ? field : { ...field, spelledKey: spelled[index]! };
    });
  }

  private fieldOf(
    key: string,
    keyNode: ParsedNode,
    node: Node,
    inFlow: boolean,
    nested: boolean,
  ): HeaderField {
    const [keyStart, keyEnd] = keyNode.range;
    const lineStart = this.header.lastIndexOf('\n', keyStart - 1) + 1;
    const colon = this.header.indexOf(':', keyEnd);
    const place = { lineStart, indent: this.header.slice(lineStart, keyStart), inFlow };
    const isText = !nested && !inFlow && (key === 'name' || key === 'description');
    const text = isText ? this.fullText(key, node, colon + 1) : undefined;
    if (text !== undefined) return { key, ...place, ...text };
    const value = { key, ...place, ...this.rangeOf(node, colon + 1), value: this.valueOf(node, 0) };
    if (nested || key !== 'metadata' || !isMap(node)) return value;
    return { ...value, children: this.fieldsOf(node as YAMLMap<ParsedNode>, true) };
  }

  private keyText(key: ParsedNode | null): string {
    if (isScalar(key)) return key.source ?? String(key.value);
    return key === null ? '' : this.header.slice(key.range[0], key.range[1]);
  }

  private rangeOf(node: Node, afterColon: number): { start: number; end: number } {
    const [start, end] = node?.range ?? [afterColon, afterColon];
    if (end <= start) return { start: afterColon, end: afterColon };
    return { start, end: start + this.header.slice(start, end).trimEnd().length };
  }

  /**
   * A name or description of which YAML would drop a part: ` #12` and what follows, `&words`,
   * `!words`; or take for a list what is text: `[draft]`. Undefined when nothing is dropped.
   */
  private fullText(
    key: string,
    node: Node,
    afterColon: number,
  ): { value: string; start: number; end: number } | undefined {
    const start = this.skipBlanks(afterColon);
    const end = this.endOfText(node, start);
    if (end === undefined) return undefined;
    const text = this.header.slice(start, end).trimEnd();
    if (!isFlowCollection(node)) this.keptText ??= { key, offset: start };
    return { value: joinLines(text), start, end: start + text.length };
  }

  private endOfText(node: Node, start: number): number | undefined {
    const valueEnd = node?.range?.[1] ?? start;
    if (isAlias(node) || isFlowCollection(node)) return valueEnd;
    const lineEnd = this.lineEnd(Math.max(valueEnd, start));
    if (!isScalar(node)) return undefined;
    if (node.tag !== undefined || node.anchor !== undefined) return lineEnd;
    if (node.type !== Scalar.PLAIN) return undefined;
    if (node.source === '') return this.header[start] === '#' ? this.lineEnd(start) : undefined;
    return this.header.slice(valueEnd, lineEnd).trim() === '' ? undefined : lineEnd;
  }

  private valueOf(node: Node, depth: number): HeaderValue {
    if (node === null || node === undefined) return null;
    if (isAlias(node)) {
      if (this.anchoredDepth > 0) this.bomb = true;
      return `*${node.source}`;
    }
    if (isScalar(node)) return this.scalarValue(node);
    if (depth >= depthLimit) return this.header.slice(node.range[0], node.range[1]);
    if (node.anchor !== undefined) this.anchoredDepth++;
    const value = this.collectionValue(node, depth);
    if (node.anchor !== undefined) this.anchoredDepth--;
    return value;
  }

  private scalarValue(node: Scalar): HeaderValue {
    const source = node.source ?? '';
    if (node.type === Scalar.PLAIN) return isNullWord(source) ? null : source;
    const block = node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL;
    return block ? source.replace(/(?<!\n)\n+$/, '') : source;
  }

  private collectionValue(node: Exclude<ParsedNode, Scalar | Alias>, depth: number): HeaderValue {
    if (isSeq(node)) return node.items.map((item) => this.valueOf(item as Node, depth + 1));
    const record = emptyRecord();
    if (!isMap(node)) return record;
    for (const pair of node.items) {
      record[this.keyText(pair.key as ParsedNode | null)] = this.valueOf(
        pair.value as Node,
        depth + 1,
      );
    }
    return record;
  }

  private skipBlanks(offset: number): number {
    let position = offset;
    while (this.header[position] === ' ' || this.header[position] === '\t') position++;
    return position;
  }

  private lineEnd(offset: number): number {
    const end = this.header.indexOf('\n', offset);
    return end < 0 ? this.header.length : end;
  }
}

function isFlowCollection(node: Node): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}
