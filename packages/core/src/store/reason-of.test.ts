import { expect, it } from 'vitest';
import { openTestStore } from '../../test/open-test-store.js';
import { reasonOf } from './reason-of.js';

it.each(['', ' \n\t', '\u0000', '\u200b'])('takes %j for no reason', async (message) => {
  expect(reasonOf({ message })).toBeUndefined();
  const { store } = await openTestStore();
  await store.save({ name: 'a', description: 'd', type: 'user', body: 'b' }, { message });
  await store.update('a', { body: 'c' }, { message });
  await store.rename('a', 'b', { message });
  await store.delete('b', { message });
  const undone = [];
  for (let count = 0; count < 4; count++) undone.push((await store.undo()).undone);
  expect(undone).toEqual(['delete "b"', 'rename "a" to "b"', 'update "a"', 'save "a"']);
});

it('leaves any other as it is', () => {
  expect(reasonOf({ message: ' asked for it ' })).toBe(' asked for it ');
  expect(reasonOf({})).toBeUndefined();
});
