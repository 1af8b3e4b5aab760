import { describe, expect, test } from 'vitest';
import { asksForBodies, type Ignore, ignorePredicate, parseIgnore } from './ignore.js';

const entry = {
  path: 'team/release_train.md',
  name: 'Release Train',
  type: 'project',
  description: 'Every second Tuesday',
  body: 'Der Zug fährt um 10 Uhr. 发布列车',
};
const ignores = (ignore: Ignore | undefined) => ignorePredicate(ignore)(entry);

describe('an entry is ignored', () => {
  test('always, when all are', () => expect(ignores(true)).toBe(true));
  test('by type, in any case', () => expect(ignores({ types: ['Project'] })).toBe(true));
  test.each(['Release Train', 'release-train', 'release_train.md', 'team/release_train.md'])(
    'by name, stem or path: %s',
    (name) => expect(ignores({ names: [name] })).toBe(true),
  );
  test('by path, as a shell completes it', () => {
    expect(ignores({ names: ['./team/release_train.md'] })).toBe(true);
  });
  test.each(['ZÛG', 'trains', 'ｔｒａｉｎ', 'release_train'])(
    'by a query that a search finds it with: %s',
    (query) => expect(ignores({ query })).toBe(true),
  );
  test.each(['tuesday', 'release FÄHRT', '发布', ['nothing', 'train zug']])(
    'by a query whose words it holds: %s',
    (query) => expect(ignores({ query })).toBe(true),
  );
});

test('an entry that nothing fits is not ignored', () => {
  expect(ignores(undefined)).toBe(false);
  expect(ignores({})).toBe(false);
  expect(ignores({ types: ['user', ''], names: ['Release', ''], query: ['monday', ' '] })).toBe(
    false,
  );
  expect(ignores({ query: 'release monday' })).toBe(false);
});

test('an entry without a type is not of any type', () => {
  expect(ignorePredicate({ types: [''] })({ path: 'a.md', name: 'a' })).toBe(false);
});

test('bodies are only needed for queries', () => {
  expect(asksForBodies({ query: 'x' })).toBe(true);
  expect(asksForBodies({ names: ['x'], query: [] })).toBe(false);
  expect(asksForBodies(true)).toBe(false);
});

describe('the form for command lines', () => {
  test.each(['all', ' ALL ', '1', 'true', 'type:user,all'])('%j is everything', (text) =>
    expect(parseIgnore(text)).toBe(true),
  );
  test.each(['', ' ', 'none', '0', 'false'])('%j is nothing', (text) =>
    expect(parseIgnore(text)).toBeUndefined(),
  );
  test('lists types, names and queries', () => {
    expect(parseIgnore('type:project, name:a b ,TYPE: user,query:tax return')).toEqual({
      types: ['project', 'user'],
      names: ['a b'],
      query: ['tax return'],
    });
  });
  test('leaves commas inside names and queries', () => {
    expect(parseIgnore('name:Hello, world,type:user')).toEqual({
      types: ['user'],
      names: ['Hello, world'],
      query: [],
    });
  });
  test.each(['projects', 'kind:x', 'type:', 'name:a,query: ', ',type:user'])(
    '%j is refused, not taken for nothing',
    (text) => expect(() => parseIgnore(text)).toThrow(/does not say what to ignore/),
  );
});
