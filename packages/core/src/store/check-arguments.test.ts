import { describe, expect, it } from 'vitest';
import { entryText, openTestStore, type TestStore } from '../../test/open-test-store.js';
import { isMemoryError } from '../errors.js';
import type { MemoryStore } from '../memory-store.js';
import { createMemoryStore } from './create-memory-store.js';

/** The store as a caller without types sees it. */
type Untyped = { [Method in keyof MemoryStore]: (...values: unknown[]) => Promise<unknown> };

async function openUntyped(): Promise<TestStore & { readonly store: Untyped }> {
  const opened = await openTestStore({ 'x.md': entryText('x', 'd', 'user', 'b') });
  return { ...opened, store: opened.store as unknown as TestStore['store'] & Untyped };
}

const name = 'n';
const calls: readonly [string, (store: Untyped) => Promise<unknown>, string][] = [
  ['save()', (s) => s.save(), 'The memory must be an object, not undefined.'],
  ['save({})', (s) => s.save({}), 'The name must be text, not undefined.'],
  ['save(null)', (s) => s.save(null), 'The memory must be an object, not null.'],
  ['a name', (s) => s.save({ name: 5 }), 'The name must be text, not a number.'],
  [
    'a description',
    (s) => s.save({ name, description: 5, type: 'user' }),
    'The description must be text, not a number.',
  ],
  [
    'a body',
    (s) => s.save({ name, description: 'd', type: 'user', body: ['b'] }),
    'The body must be text, not a list.',
  ],
  ['a null', (s) => s.update('x', { body: null }), 'The body must be text, not null.'],
  ['a type', (s) => s.update('x', { type: 10n }), 'The type must be text, not a bigint.'],
  [
    'a type word',
    (s) => s.update('x', { type: 'diary' }),
    '"diary" is not a type of memory. Use one of user, feedback, project, reference.',
  ],
  [
    'a field',
    (s) => s.update('x', { tags: [] }),
    '"tags" is no field that can be set. Give name, description, type or body.',
  ],
  [
    'no fields',
    (s) => s.update('x', undefined),
    'The fields to change must be an object, not undefined.',
  ],
  [
    'a list of fields',
    (s) => s.update('x', []),
    'The fields to change must be an object, not a list.',
  ],
  [
    'ifVersion',
    (s) => s.update('x', {}, { ifVersion: 3 }),
    'The option ifVersion must be text, not a number.',
  ],
  [
    'create',
    (s) => s.save({ name }, { create: 'yes' }),
    'The option create must be true or false, not "yes".',
  ],
  ['get()', (s) => s.get(undefined), 'The name must be text, not undefined.'],
  ['getFile()', (s) => s.getFile({}), 'The name must be text, not an object.'],
  ['get options', (s) => s.get('x', null), 'The options must be an object, not null.'],
  [
    'ignore',
    (s) => s.get('x', { ignore: 'all' }),
    'The option ignore must be true, or an object with nothing but the lists types and names and the text query, not "all".',
  ],
  [
    'ignore with a key that is none',
    (s) => s.list({ ignore: { type: 'project' } }),
    'The option ignore must be true, or an object with nothing but the lists types and names and the text query, not an object.',
  ],
  [
    'a date that is none',
    (s) => s.search('x', { modifiedSince: new Date(Number.NaN) }),
    'The option modifiedSince must be a valid Date, not an invalid Date.',
  ],
  ['rename()', (s) => s.rename('x'), 'The new name must be text, not undefined.'],
  ['delete()', (s) => s.delete(), 'The name must be text, not undefined.'],
  [
    'purge',
    (s) => s.delete('x', { purge: 1 }),
    'The option purge must be true or false, not a number.',
  ],
  [
    'replaceFile()',
    (s) => s.replaceFile('x', 'text', { ifVersion: 'v' }),
    'The content must be a Uint8Array, not "text".',
  ],
  [
    'replaceFile() options',
    (s) => s.replaceFile('x', new Uint8Array(), {}),
    'The option ifVersion must be text, not undefined.',
  ],
  ['list()', (s) => s.list({ type: 3 }), 'The option type must be text, not a number.'],
  ['search(5)', (s) => s.search(5), 'The query must be text, not a number.'],
  [
    'limit -1',
    (s) => s.search('a', { limit: -1 }),
    'The option limit must be a whole number of 0 or more, not -1.',
  ],
  [
    'limit NaN',
    (s) => s.search('a', { limit: Number.NaN }),
    'The option limit must be a whole number of 0 or more, not NaN.',
  ],
  [
    'mode',
    (s) => s.search('a', { mode: 'fuzzy' }),
    'The option mode must be "ranked" or "contains", not "fuzzy".',
  ],
  [
    'a date',
    (s) => s.search('a', { modifiedSince: '2026' }),
    'The option modifiedSince must be a valid Date, not "2026".',
  ],
  [
    'maxChars',
    (s) => s.context({ maxChars: 'a' }),
    'The option maxChars must be a whole number of 0 or more, not "a".',
  ],
  [
    'format',
    (s) => s.context({ format: 'html' }),
    'The option format must be "markdown" or "xml" or "index", not "html".',
  ],
  [
    'verify()',
    (s) => s.verify(),
    'The workspace must be an object with kindOf, find, holdsWords, not undefined.',
  ],
  ['check()', (s) => s.check(7), 'The options must be an object, not a number.'],
  [
    'reindex()',
    (s) => s.reindex({ message: {} }),
    'The option message must be text, not an object.',
  ],
  ['loadIndex()', (s) => s.loadIndex('x'), 'The options must be an object, not "x".'],
];

describe('arguments of the wrong kind', () => {
  it.each(calls)('are refused in one line: %s', async (_, call, message) => {
    const { store, files, text } = await openUntyped();
    const before = [await files(), await text('x.md')];
    const error = await call(store).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(isMemoryError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'INVALID_ENTRY', message });
    expect([await files(), await text('x.md')]).toEqual(before);
  });

  it('are refused where a store is made', () => {
    const create = createMemoryStore as unknown as (...values: unknown[]) => unknown;
    const fault = 'The storage must be an object with read, list, write, remove, not {}.';
    expect(() => create({})).toThrow(fault.replace('{}', 'an object'));
    expect(() => create(undefined)).toThrow(/not undefined/);
  });

  it('are a note of a recall, which never fails', async () => {
    const { store } = await openUntyped();
    expect(await store.recall(5)).toMatchObject({
      entries: [],
      notes: ['The query must be text, not a number.'],
    });
    expect(await store.recall('x', { limit: -2 })).toMatchObject({
      notes: ['The option limit must be a whole number of 0 or more, not -2.'],
    });
  });
});
