import { describe, expect, it } from 'vitest';
import { parseEvaluationSet } from './evaluation-set.js';

const memory = { id: 'a', name: 'A', description: 'about a', type: 'user', body: 'text' };

describe('parseEvaluationSet', () => {
  it('takes what may be missing as missing', () => {
    const set = parseEvaluationSet({
      memories: [{ id: 7, description: null, body: 'only a body' }, { id: 'bare' }],
      questions: [{ text: ' where? ', gold: '7', extra: true }],
    });
    expect(set.memories).toEqual([
      { id: '7', body: 'only a body' },
      { id: 'bare', body: '' },
    ]);
    expect(set.questions).toEqual([{ text: 'where?', gold: ['7'] }]);
  });

  it('gives the language of the set to the questions that name none', () => {
    const set = parseEvaluationSet({
      language: 'ja',
      memories: [memory],
      questions: [
        { text: 'a', gold: ['a', 'a'] },
        { text: 'b', gold: ['a'], language: 'en' },
      ],
    });
    expect(set.questions).toEqual([
      { text: 'a', gold: ['a'], language: 'ja' },
      { text: 'b', gold: ['a'], language: 'en' },
    ]);
  });

  it.each([
    [[], 'the set is not an object'],
    [{ memories: [memory] }, 'questions is not an array'],
    [{ memories: [memory, memory], questions: [] }, 'Two memories have the id "a"'],
    [{ memories: [{ ...memory, name: 3 }], questions: [] }, 'memories[0].name is not a text'],
    [{ memories: [memory], questions: [{ text: 'x', gold: ['b'] }] }, 'names "b", which is no'],
    [{ memories: [memory], questions: [{ text: 'x', gold: [] }] }, 'names no memory'],
    [{ memories: [memory], questions: [{ text: ' ', gold: ['a'] }] }, 'missing or blank'],
  ])('says what is wrong with %j', (value, message) => {
    expect(() => parseEvaluationSet(value)).toThrow(message);
  });
});
