import { expect, it } from 'vitest';
import { fileText, generateTexts, wordAtRank } from './generated-texts.js';

it('gives the same texts each time, of the size and mixture that is promised', () => {
  const texts = [...generateTexts(1_000)];
  expect([...generateTexts(1_000)]).toEqual(texts);
  const files = texts.map(fileText);
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file), 0);
  expect(bytes / files.length).toBeGreaterThan(850);
  expect(bytes / files.length).toBeLessThan(1_000);
  const chinese = files.filter((file) => /[\u4e00-\u9fff]/.test(file)).length;
  expect(chinese).toBeGreaterThan(120);
  expect(chinese).toBeLessThan(180);
});

it('has frequent words and rare ones', () => {
  const files = [...generateTexts(1_000)].map(fileText);
  const holding = (rank: number): number =>
    files.filter((file) => file.includes(wordAtRank(rank))).length;
  expect(holding(0)).toBeGreaterThan(500);
  expect(holding(2_000)).toBeLessThan(50);
});
