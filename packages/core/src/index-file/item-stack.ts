export interface IndexItem {
  /** Blanks, bullet or number, and the blanks after it, as written. */
  readonly prefix: string;
  /** Columns before the bullet, tabs counted to the next stop of four. */
  readonly indent: number;
  /** Columns before the text. */
  readonly contentIndent: number;
  /** The item it is a child of, as a position in `items`. */
  readonly parent: number | undefined;
  /** Positions in `lines`: its first line, and its last with wrapped lines and children. */
  readonly first: number;
  readonly last: number;
  /**
   * The last line that Markdown counts to it: later than `last` where paragraph text goes on
   * without being indented. Such text may be meant for itself, so it is never removed with an item.
   */
  readonly lazyLast: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The list items met so far, and those that the current line may still belong to. */
export class ItemStack {
  readonly items: Mutable<IndexItem>[] = [];
  readonly #open: number[] = [];

  /** Position in `items` of the item that is open innermost. */
  get innermost(): number | undefined {
    return this.#open.at(-1);
  }

  begin(item: Pick<IndexItem, 'prefix' | 'indent' | 'contentIndent'>, line: number): void {
    const { prefix, indent, contentIndent } = item;
    const parent = this.innermost;
    this.#open.push(this.items.length);
    this.items.push({
      prefix,
      indent,
      contentIndent,
      parent,
      first: line,
      last: line,
      lazyLast: line,
    });
  }

  /** Ends the items that a block with this indentation is not part of. */
  closeTo(indent: number): void {
    while (this.#open.length > 0 && !this.isInside(this.#open.at(-1)!, indent)) this.#open.pop();
  }

  /** A little laxer than Markdown, which wants text below an item's text: two columns are enough. */
  isInside(item: number, indent: number): boolean {
    const { contentIndent, indent: own } = this.items[item]!;
    return indent >= Math.min(contentIndent, own + 2);
  }

  /** The line is part of all open items; `lazyIndent` is given for text that may be so lazily. */
  extend(line: number, lazyIndent?: number): void {
    for (const number of this.#open) {
      const item = this.items[number]!;
      const isIndented =
        lazyIndent === undefined ||
        (this.isInside(number, lazyIndent) && item.lazyLast === item.last);
      if (isIndented) item.last = line;
      item.lazyLast = line;
    }
  }
}
