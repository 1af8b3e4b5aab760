import { describe, expect, it } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';

describe('emoji', () => {
  it.each([
    ['🚀', ['ship.md']],
    ['🎉', ['party.md']],
    ['❤', ['heart.md']],
    ['👍🏿', ['thumb.md']],
    ['👩‍💻', ['coder.md']],
    ['🇫🇷', ['france.md']],
    ['1️⃣', ['first.md']],
    ['🐛 🚀', ['ship.md']],
  ])('%s finds what holds it, in one pass and in the index', async (query, expected) => {
    const { store } = await openTestStore({
      'ship.md': entryText('ship', 'd', 'user', 'ship it 🚀 now'),
      'party.md': entryText('🎉', 'd', 'user', 'b'),
      'heart.md': entryText('heart', 'with ❤️', 'user', 'b'),
      'thumb.md': entryText('thumb', 'd', 'user', 'good👍🏻!'),
      'coder.md': entryText('coder', 'd', 'user', '👩🏽‍💻'),
      'france.md': entryText('france', 'd', 'user', '🇩🇪🇫🇷'),
      'first.md': entryText('first', 'd', 'user', '1️⃣ first of 11'),
      'one.md': entryText('one', '1 a', 'user', '🇫 🇷'),
    });
    for (const _ of ['one pass', 'index']) {
      const { hits } = await store.search(query);
      expect(hits.map(({ path }) => path)).toEqual(expected);
    }
  });
});
