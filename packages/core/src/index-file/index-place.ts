import type { IndexItem } from './blocks.js';
import { generatedRegions } from './generated-regions.js';
import { ancestry, type IndexLink, type ParsedIndex } from './parse-index.js';
import { namesType, readSections, type Section } from './sections.js';

/** Where a new line goes. */
export interface IndexPlace {
  /** Position of the line it follows; -1 for the start of the text. */
  readonly after: number;
  /** Blanks and bullet to begin with. */
  readonly prefix: string;
  /** Added to a number in `prefix` for each new line. */
  readonly step: number;
  readonly blankBefore: boolean;
}

/** Tells where the line of a new entry of a type goes; the same place for all of one type. */
export function placeFor(
  index: ParsedIndex,
  typeOf: (path: string) => string | undefined,
): (type: string | undefined) => IndexPlace {
  const finder = new PlaceFinder(index, typeOf);
  const places = new Map<string | undefined, IndexPlace>();
  return (type) => {
    const key = type?.toLowerCase();
    let place = places.get(key);
    if (!place) places.set(key, (place = finder.find(key)));
    return place;
  };
}

/** A list item that is the own line of an entry and no part of another entry's. */
interface EntryItem {
  readonly item: IndexItem;
  readonly type: string | undefined;
  readonly section: Section | undefined;
}

class PlaceFinder {
  readonly #index: ParsedIndex;
  readonly #sections: readonly Section[];
  readonly #entries: readonly EntryItem[];

  constructor(index: ParsedIndex, typeOf: (path: string) => string | undefined) {
    this.#index = index;
    this.#sections = readSections(index);
    this.#entries = this.#readEntries(typeOf).filter((entry) => !entry.section?.isArchive);
  }

  find(type: string | undefined): IndexPlace {
    const place =
      (type && (this.#besideType(type) ?? this.#underHeading(type))) ||
      this.#afterLastList() ||
      this.#afterAllText();
    return this.#outsideGenerated(place);
  }

  #readEntries(typeOf: (path: string) => string | undefined): EntryItem[] {
    const { items, links } = this.#index;
    const ownItems = new Map<IndexItem, IndexLink>();
    for (const link of links) {
      if (link.own && link.item !== undefined) ownItems.set(items[link.item]!, link);
    }
    const entries: EntryItem[] = [];
    let section = 0;
    for (const [item, link] of ownItems) {
      while (this.#sections[section] && this.#sections[section]!.end <= item.first) section++;
      const isChild = [...ancestry(this.#index, item.parent)].some((outer) => ownItems.has(outer));
      const current = this.#sections[section];
      const inside = current && current.heading < item.first ? current : undefined;
      if (!isChild) entries.push({ item, type: typeOf(link.path)?.toLowerCase(), section: inside });
    }
    return entries;
  }

  #besideType(type: string): IndexPlace | undefined {
    const same = this.#entries.filter((entry) => entry.type === type);
    const named = same.filter((entry) => entry.section && namesType(entry.section.title, type));
    const last = (named.length > 0 ? named : same).at(-1);
    return last && this.#afterItem(last.item);
  }

  #underHeading(type: string): IndexPlace | undefined {
    const section = this.#sections.find(
      (candidate) => !candidate.isArchive && namesType(candidate.title, type),
    );
    if (!section) return undefined;
    const end = this.#lines.findIndex(
      (line, at) => at > section.heading && (at >= section.end || line.kind === 'rule'),
    );
    return this.#atEnd(section.heading, end === -1 ? this.#lines.length : end, true);
  }

  #afterLastList(): IndexPlace | undefined {
    const last = this.#entries.at(-1);
    if (!last) return undefined;
    let item = last.item;
    for (const next of this.#index.items) {
      if (next.first > item.last && next.parent === item.parent && this.#isSameList(item, next)) {
        item = next;
      }
    }
    return this.#afterItem(item);
  }

  #isSameList(before: IndexItem, next: IndexItem): boolean {
    for (let at = before.lazyLast + 1; at < next.first; at++) {
      if (this.#lines[at]!.kind !== 'blank') return false;
    }
    return true;
  }

  #afterAllText(): IndexPlace {
    return this.#atEnd(-1, this.#footer() ?? this.#lines.length, false);
  }

  /** After what is there from `start` on before `end`; `joinList` continues a list that ends there. */
  #atEnd(start: number, end: number, joinList: boolean): IndexPlace {
    let after = Math.min(end, this.#index.unclosed ?? end) - 1;
    while (after > start && this.#lines[after]!.kind === 'blank') after--;
    const line = this.#lines[after];
    if (joinList && line?.item !== undefined) {
      const outermost = [...ancestry(this.#index, line.item)].at(-1)!;
      if (outermost.first > start) return this.#afterItem(outermost);
    }
    const blankBefore = line !== undefined && line.kind !== 'heading' && line.kind !== 'comment';
    return { after, prefix: '- ', step: 0, blankBefore };
  }

  /** The last rule, when only a few lines of text follow it. */
  #footer(): number | undefined {
    for (let at = this.#lines.length - 1; at > 0; at--) {
      const { kind } = this.#lines[at]!;
      if (kind === 'rule') return this.#lines.slice(0, at).some(hasText) ? at : undefined;
      if (!['text', 'blank', 'comment', 'quote'].includes(kind)) return undefined;
      if (this.#lines.length - at > 12) return undefined;
    }
    return undefined;
  }

  #afterItem(item: IndexItem): IndexPlace {
    const number = /\d+/.exec(item.prefix)?.[0];
    let step = 0;
    if (number !== undefined) {
      const isRepeated = this.#index.items.some(
        (other) =>
          other.parent === item.parent && other.first < item.first && other.prefix === item.prefix,
      );
      step = isRepeated ? 0 : 1;
    }
    const prefix =
      item.prefix.trim() === '' || /\s$/.test(item.prefix) ? item.prefix : `${item.prefix} `;
    return { after: item.lazyLast, prefix, step, blankBefore: false };
  }

  /** A region that another tool writes loses whatever is added to it: then the line follows it. */
  #outsideGenerated(place: IndexPlace): IndexPlace {
    const region = generatedRegions(this.#index).find(
      ({ first, last }) => first <= place.after && place.after < last,
    );
    if (!region) return place;
    return { after: region.last, prefix: '- ', step: 0, blankBefore: false };
  }

  get #lines() {
    return this.#index.lines;
  }
}

function hasText(line: { readonly kind: string }): boolean {
  return line.kind !== 'blank' && line.kind !== 'front-matter';
}
