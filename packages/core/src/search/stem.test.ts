import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from './stem.js';

describe('stem', () => {
  it.each([
    ['deploy', 'deploys', 'deployed', 'deploying'],
    ['policy', 'policies'],
    ['cache', 'caches', 'cached', 'caching'],
    ['run', 'running', 'runs'],
    ['class', 'classes'],
    ['alias', 'aliases'],
    ['retry', 'retries', 'retried', 'retrying'],
    ['fix', 'fixes', 'fixed', 'fixing'],
    ['schema', 'schemas'],
    ['name', 'names', 'named', 'naming'],
  ])('joins %s and its forms', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it.each([
    ['string', 'str'],
    ['need', 'ne'],
    ['status', 'statu'],
    ['analysis', 'analysi'],
    ['process', 'proces'],
    ['thing', 'th'],
  ])('leaves %s a word of its own', (word, other) => {
    expect(stem(word)).not.toBe(other);
  });

  it('leaves alone what is no English word', () => {
    for (const word of ['v2s', 'ids', '部署s', 'straßes', 'x_ing']) expect(stem(word)).toBe(word);
  });

  it('is its own stem, and begins the word but for its last letter', () => {
    const letters = fc.constantFrom(
      ...'abcdefghilmnoprstuvxyz',
      'ing',
      'ies',
      'ed',
      's',
      'es',
      'ee',
    );
    const word = fc.array(letters, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(word, (text) => {
        expect(stem(stem(text))).toBe(stem(text));
        expect(text.startsWith(stem(text).slice(0, -1))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
