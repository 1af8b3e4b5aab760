import { describe, expect, it } from 'vitest';
import { readBuiltInSet, readSetFile } from './built-in-set.js';
import { SetError } from './evaluation-set.js';
import { halfOf } from './half.js';
import { languageOf } from './language.js';
import { overlapOf } from './overlap.js';

const set = await readBuiltInSet();
const languageOfMemory = new Map<string, string>();
for (const { gold, language } of set.questions) {
  for (const id of gold) languageOfMemory.set(id, language ?? '');
}
const classes = set.questions.map((question) => ({
  question,
  overlap: overlapOf(
    question,
    set.memories.filter(({ id }) => question.gold.includes(id)),
  ),
}));

describe('the built-in set', () => {
  it('is large enough, in each language', () => {
    expect(set.memories.length).toBeGreaterThanOrEqual(220);
    expect(set.questions.length).toBeGreaterThanOrEqual(330);
    for (const language of ['en', 'zh', 'ja', 'ko', 'de']) {
      const memories = [...languageOfMemory.values()].filter((value) => value === language);
      const questions = set.questions.filter((question) => question.language === language);
      expect(memories.length, `memories in ${language}`).toBeGreaterThanOrEqual(35);
      expect(questions.length, `questions in ${language}`).toBeGreaterThanOrEqual(45);
    }
  });

  it('has unique ids across languages, and asks for each memory', () => {
    expect(new Set(set.memories.map(({ id }) => id)).size).toBe(set.memories.length);
    expect(set.memories.filter(({ id }) => !languageOfMemory.has(id))).toEqual([]);
  });

  it('repeats no text', () => {
    const texts = [
      ...set.memories.flatMap(({ description, body }) => [description, body]),
      ...set.questions.map(({ text }) => text),
    ];
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('holds the four types, and whole memories only', () => {
    const types = new Set(set.memories.map(({ type }) => type));
    expect([...types].sort()).toEqual(['feedback', 'project', 'reference', 'user']);
    const thin = set.memories.filter(({ name, description, body }) => {
      return !name || !description || body.length < 10;
    });
    expect(thin.map(({ id }) => id)).toEqual([]);
  });

  it('gives feedback its reason and its use', () => {
    const bare = set.memories.filter(
      ({ type, body }) =>
        type === 'feedback' && !(body.includes('**Why:**') && body.includes('**How to apply:**')),
    );
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it('asks at least half of the questions in words that no name or description has', () => {
    const apart = classes.filter(({ overlap }) => overlap !== 'header');
    expect(apart.length / classes.length).toBeGreaterThanOrEqual(0.5);
    for (const language of ['en', 'zh', 'ja', 'ko', 'de']) {
      const all = classes.filter(({ question }) => question.language === language);
      const theirs = all.filter(({ overlap }) => overlap !== 'header');
      expect(theirs.length / all.length, language).toBeGreaterThanOrEqual(0.45);
    }
  });

  it('falls into two halves of about one size in each language', () => {
    for (const language of ['en', 'zh', 'ja', 'ko', 'de']) {
      const all = set.questions.filter((question) => question.language === language);
      const dev = all.filter(({ text }) => halfOf(text) === 'dev');
      expect(dev.length / all.length, language).toBeGreaterThan(0.38);
      expect(dev.length / all.length, language).toBeLessThan(0.62);
    }
  });

  it('is written in languages that can be told from the text, short codes aside', () => {
    const sure = set.questions.filter(({ text, language }) => languageOf(text) === language);
    expect(sure.length / set.questions.length).toBeGreaterThan(0.9);
  });
});

describe('readSetFile', () => {
  it('says in one line why a file is no set', async () => {
    await expect(readSetFile('absent.json')).rejects.toThrow(
      new SetError('The file absent.json is not there.'),
    );
    const source = new URL('./main.ts', import.meta.url);
    await expect(readSetFile(source)).rejects.toThrow(/^It is not JSON: /);
  });
});
