import { describe, expect, it } from 'vitest';
import { overlapOf } from './overlap.js';

const release = {
  id: 'release',
  name: 'Release train',
  description: 'Releases go out on Tuesday',
  body: 'Cut from `main`; the captain of `deploy_tool` decides with retryWithJitter.',
};

function overlap(text: string, memory = release, language?: string): string {
  return overlapOf({ text, gold: [memory.id], ...(language && { language }) }, [memory]);
}

describe('overlapOf', () => {
  it.each([
    ['when do we release?', 'header'],
    ['are we RELEASING soon', 'header'],
    ['who is the captain of the ship', 'body'],
    ['jitter', 'body'],
    ['the deploy tool', 'body'],
    ['may I push on Friday', 'none'],
    ['how do we go on', 'none'],
  ])('%s: %s', (text, expected) => {
    expect(overlap(text)).toBe(expected);
  });

  it('folds umlauts and cuts German endings', () => {
    const memory = { id: 'm', name: 'Zählerstände', body: 'Nachts gelesen.', description: '' };
    expect(overlap('wie lese ich den Zaehler', memory, 'de')).toBe('none');
    expect(overlap('Zahlerstande', memory, 'de')).toBe('header');
  });

  it.each([
    ['优惠券能叠加吗', '优惠券规则', 'header'],
    ['我们现在怎么办', '我们现在的做法', 'none'],
    ['リリースはいつ', '本番リリース', 'header'],
    ['どうしてですか', 'ですから', 'none'],
    ['배포는 언제', '정기 배포가 있다', 'header'],
    ['ＡＰＩ 키', 'api', 'header'],
  ])('%s against %s: %s', (text, name, expected) => {
    expect(overlap(text, { id: 'm', name, description: '', body: '' })).toBe(expected);
  });

  it('takes the closest of several right answers', () => {
    const other = { id: 'other', name: 'Captains', description: '', body: '' };
    const question = { text: 'which captain?', gold: ['release', 'other'] };
    expect(overlapOf(question, [release, other])).toBe('header');
  });
});
