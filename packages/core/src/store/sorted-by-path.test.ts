import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byPath, itemAt, withChanges } from './sorted-by-path.js';

interface Item {
  readonly path: string;
  readonly value: number;
}

const paths = fc.string({ maxLength: 3 });
const lists = fc
  .uniqueArray(fc.record({ path: paths, value: fc.nat(9) }), { selector: ({ path }) => path })
  .map((items) => items.sort(byPath));
const changes = fc
  .array(fc.tuple(paths, fc.option(fc.nat(9), { nil: undefined })))
  .map((pairs) => new Map(pairs.map(([path, value]) => [path, valued(path, value)] as const)));

function valued(path: string, value: number | undefined): Item | undefined {
  return value === undefined ? undefined : { path, value };
}

test('changes of a sorted list come out as those of a map', () => {
  fc.assert(
    fc.property(lists, changes, (items, changed) => {
      const map = new Map(items.map((item) => [item.path, item]));
      for (const [path, item] of changed) {
        if (item) map.set(path, item);
        else map.delete(path);
      }
      expect(withChanges<Item>(items, changed)).toEqual([...map.values()].sort(byPath));
    }),
  );
});

test('an item is found at its path and nowhere else', () => {
  fc.assert(
    fc.property(lists, paths, (items, path) => {
      expect(itemAt(items, path)).toBe(items.find((item) => item.path === path));
    }),
  );
});
