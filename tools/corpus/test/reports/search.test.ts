import { describe, expect, test } from 'vitest';
import { openWith } from '../support/open-directory.js';

const note = (name: string, body: string) => `---\nname: ${name}\ntype: project\n---\n\n${body}\n`;

describe('openclaw/openclaw#20730: keyword search found nothing in Chinese, Japanese and Korean text', () => {
  test.each([
    ['今天玩成语接龙游戏', '成语接龙'],
    ['昨日はしりとりで遊んだ', 'しりとり'],
    ['오늘은 끝말잇기를 했다', '끝말잇기'],
  ])('%s is found by %s', async (body, query) => {
    const { store } = openWith({
      'game.md': note('game', body),
      'other.md': note('other', '别的'),
    });
    const { hits } = await store.search(query);
    expect(hits.map(({ path }) => path)).toEqual(['game.md']);
    const contained = await store.search(query, { mode: 'contains' });
    expect(contained.hits.map(({ path }) => path)).toEqual(['game.md']);
  });
});

describe('tobi/qmd#976: one Chinese word that is nowhere voided the whole query', () => {
  test('the other word still finds its memory, and the answer names the one that failed', async () => {
    const { store } = openWith({ 'card.md': note('card', '云工开物 学生券 在这里领取') });
    const { hits, missing } = await store.search('云工开物 优惠券');
    expect(hits.map(({ path }) => path)).toEqual(['card.md']);
    expect(missing.join(' ')).toContain('优惠');
  });
});
