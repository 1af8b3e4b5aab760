import type { IndexItem } from './item-stack.js';
import { ancestry, type ParsedIndex } from './parse-index.js';
import type { Section } from './sections.js';

/** A list item that is the own line of an entry, and no part of another entry's item. */
export interface EntryItem {
  readonly item: IndexItem;
  readonly path: string;
  readonly section: Section | undefined;
}

/** In their order in the text. */
export function entryItems(index: ParsedIndex, sections: readonly Section[]): EntryItem[] {
  const paths = new Map<IndexItem, string>();
  for (const link of index.links) {
    const { kind, item } = index.lines[link.line - 1]!;
    if (link.own && kind === 'item') paths.set(index.items[item!]!, link.path);
  }
  const entries: EntryItem[] = [];
  let at = 0;
  for (const [item, path] of paths) {
    while (at < sections.length && sections[at]!.end <= item.first) at++;
    const section = sections[at];
    const isUnder = section !== undefined && section.heading < item.first;
    if (isPartOfAnother(index, item, paths)) continue;
    entries.push({ item, path, section: isUnder ? section : undefined });
  }
  return entries;
}

function isPartOfAnother(
  index: ParsedIndex,
  item: IndexItem,
  paths: ReadonlyMap<IndexItem, string>,
): boolean {
  for (const outer of ancestry(index, item.parent)) if (paths.has(outer)) return true;
  return false;
}
