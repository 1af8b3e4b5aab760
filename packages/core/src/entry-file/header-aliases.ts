import { type Document, isAlias, isNode, parseDocument, visit } from 'yaml';

/** The anchors (`&x`) and aliases (`*x`) of a header. */
export interface HeaderAliases {
  /** The texts that each anchor stands for, one after the other. */
  readonly anchors: ReadonlyMap<string, readonly string[]>;
  readonly aliases: ReadonlySet<string>;
  /** Where the first alias stands that no anchor comes before. */
  readonly dangling?: number;
}

/**
 * In linear time: nothing is resolved.
 *
 * @param document what the header was parsed to
 */
export function aliasesOf(header: string, document: Document): HeaderAliases {
  const anchors = new Map<string, string[]>();
  const aliases = new Set<string>();
  let dangling: number | undefined;
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      aliases.add(node.source);
      if (!anchors.has(node.source)) dangling ??= node.range?.[0];
    } else if (isNode(node) && node.anchor !== undefined) {
      const text = header.slice(node.range?.[0], node.range?.[1]);
      const texts = anchors.get(node.anchor);
      if (texts) texts.push(text);
      else anchors.set(node.anchor, [text]);
    }
  });
  return { anchors, aliases, ...(dangling === undefined ? {} : { dangling }) };
}

/**
 * The first anchor that an edit of the header took away or changed although an alias still names
 * it: that line would then mean nothing, or something else.
 */
export function lostAnchor(before: string, after: string): string | undefined {
  if (!before.includes('&') || !after.includes('*')) return undefined;
  const [old, now] = [parseAliases(before), parseAliases(after)];
  return [...now.aliases].find((name) => !isSame(old.anchors.get(name), now.anchors.get(name)));
}

function parseAliases(header: string): HeaderAliases {
  return aliasesOf(header, parseDocument(header, { logLevel: 'silent', prettyErrors: false }));
}

function isSame(texts: readonly string[] = [], others: readonly string[] = []): boolean {
  return texts.length === others.length && texts.every((text, index) => text === others[index]);
}
