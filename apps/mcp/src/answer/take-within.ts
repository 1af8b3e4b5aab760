/**
 * The first items that fit together: each costs what it takes as JSON or as text, whichever is
 * more. At least one is taken, so that paging always moves on.
 */
export function takeWithin<Item>(
  items: readonly Item[],
  chars: number,
  textOf: (item: Item) => string,
): Item[] {
  const taken: Item[] = [];
  let left = chars;
  for (const item of items) {
    left -= Math.max(JSON.stringify(item).length, textOf(item).length) + 1;
    if (left < 0 && taken.length > 0) break;
    taken.push(item);
  }
  return taken;
}
