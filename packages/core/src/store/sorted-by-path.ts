export interface AtPath {
  readonly path: string;
}

export function byPath(one: AtPath, other: AtPath): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}

/** In a list sorted by paths. */
export function itemAt<Item extends AtPath>(
  items: readonly Item[],
  path: string,
): Item | undefined {
  const item = items[placeOf(items, path)];
  return item?.path === path ? item : undefined;
}

/**
 * A copy of a sorted list where the given paths have their new items, or none. What lies between
 * them is only copied: a directory of ten thousand files is looked at several times in every save.
 */
export function withChanges<Item extends AtPath>(
  items: readonly Item[],
  changes: ReadonlyMap<string, Item | undefined>,
): readonly Item[] {
  const changed: Item[] = [];
  let from = 0;
  const copyUntil = (end: number) => {
    while (from < end) changed.push(items[from++]!);
  };
  const sorted = [...changes].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, item] of sorted) {
    copyUntil(placeOf(items, path));
    if (items[from]?.path === path) from++;
    if (item) changed.push(item);
  }
  copyUntil(items.length);
  return changed;
}

/** Where the path is, or would be. */
function placeOf(items: readonly AtPath[], path: string): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
