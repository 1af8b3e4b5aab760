import { type EntryItem, entryItems } from './entry-items.js';
import { footerStart } from './footer.js';
import { type GeneratedRegion, generatedRegions } from './generated-regions.js';
import type { IndexItem } from './item-stack.js';
import { ancestry, type ParsedIndex } from './parse-index.js';
import { namesType, readSections, type Section, TypeSections } from './sections.js';

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
    const place = places.get(key) ?? finder.find(key);
    places.set(key, place);
    return place;
  };
}

/** Those that no other list of these entries stands above: a deeper list is of somebody's topic. */
function outermostOf(index: ParsedIndex, entries: readonly EntryItem[]): EntryItem[] {
  const depths = entries.map(({ item }) => depthOf(index, item));
  const least = depths.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return entries.filter((_, at) => depths[at] === least);
}

function depthOf(index: ParsedIndex, item: IndexItem): number {
  let depth = 0;
  for (const _ of ancestry(index, item.parent)) depth++;
  return depth;
}

class PlaceFinder {
  readonly #index: ParsedIndex;
  readonly #regions: readonly GeneratedRegion[];
  readonly #headings: TypeSections;
  readonly #byType = new Map<string, EntryItem[]>();
  readonly #last: EntryItem | undefined;

  constructor(index: ParsedIndex, typeOf: (path: string) => string | undefined) {
    const sections = readSections(index);
    const current = entryItems(index, sections).filter((entry) => !entry.section?.isArchive);
    this.#index = index;
    this.#regions = generatedRegions(index);
    this.#headings = new TypeSections(sections);
    this.#last = outermostOf(index, current).at(-1);
    for (const entry of current) {
      const type = typeOf(entry.path)?.toLowerCase();
      if (type === undefined) continue;
      const others = this.#byType.get(type);
      if (others) others.push(entry);
      else this.#byType.set(type, [entry]);
    }
  }

  find(type: string | undefined): IndexPlace {
    const place =
      (type && (this.#besideType(type) ?? this.#underHeading(type))) ||
      this.#afterLastList() ||
      this.#afterAllText();
    return this.#outsideGenerated(place);
  }

  #besideType(type: string): IndexPlace | undefined {
    const same = this.#byType.get(type) ?? [];
    const named = same.filter(({ section }) => section && namesType(section.title, type));
    const last = outermostOf(this.#index, named.length > 0 ? named : same).at(-1);
    return last && this.#afterItem(last.item);
  }

  #underHeading(type: string): IndexPlace | undefined {
    const section = this.#headings.get(type);
    return section && this.#atEndOf(section);
  }

  /** At the end of the section's list, else after its text; a rule ends it. */
  #atEndOf({ heading, end }: Section): IndexPlace {
    let rule = heading + 1;
    while (rule < end && this.#index.lines[rule]!.kind !== 'rule') rule++;
    const after = this.#lastTextBefore(rule);
    const { item } = this.#index.lines[after]!;
    const outermost = [...ancestry(this.#index, item)].at(-1);
    return outermost ? this.#afterItem(outermost) : this.#afterText(after);
  }

  #afterLastList(): IndexPlace | undefined {
    const { items, lines } = this.#index;
    const last = this.#last?.item;
    if (!last) return undefined;
    let end = last;
    for (let at = lines[last.first]!.item! + 1; at < items.length; at++) {
      const next = items[at]!;
      if (next.parent !== last.parent) continue;
      if (!this.#isBlankBetween(end.lazyLast, next.first)) break;
      end = next;
    }
    return this.#afterItem(end);
  }

  #isBlankBetween(before: number, after: number): boolean {
    for (let at = before + 1; at < after; at++) {
      if (this.#index.lines[at]!.kind !== 'blank') return false;
    }
    return true;
  }

  #afterAllText(): IndexPlace {
    return this.#afterText(this.#lastTextBefore(footerStart(this.#index)));
  }

  /** The last line that is not blank, and not part of a block that nothing closes; -1 for none. */
  #lastTextBefore(end: number): number {
    let at = Math.min(end, this.#index.unclosed ?? end) - 1;
    while (at >= 0 && this.#index.lines[at]!.kind === 'blank') at--;
    return at;
  }

  #afterText(after: number): IndexPlace {
    const kind = this.#index.lines[after]?.kind;
    const blankBefore = kind !== undefined && kind !== 'heading' && kind !== 'comment';
    return { after, prefix: '- ', step: 0, blankBefore };
  }

  #afterItem(item: IndexItem): IndexPlace {
    const prefix = /\s$/.test(item.prefix) ? item.prefix : `${item.prefix} `;
    const step = /\d/.test(prefix) && !this.#repeatsNumber(item) ? 1 : 0;
    return { after: item.lazyLast, prefix, step, blankBefore: false };
  }

  /** Some number all items of a list alike. */
  #repeatsNumber(item: IndexItem): boolean {
    return this.#index.items.some(
      ({ parent, prefix, first }) =>
        parent === item.parent && prefix === item.prefix && first < item.first,
    );
  }

  /** A region that another tool writes loses whatever is added to it: then the line follows it. */
  #outsideGenerated(place: IndexPlace): IndexPlace {
    const region = this.#regions.find(
      ({ first, last }) => first <= place.after && place.after < last,
    );
    if (!region) return place;
    return { after: region.last, prefix: '- ', step: 0, blankBefore: false };
  }
}
