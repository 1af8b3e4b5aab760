import { expect, test } from 'vitest';
import { Postings } from './postings.js';

test('keeps the postings of many terms apart', () => {
  const postings = new Postings();
  const terms = 20_000;
  for (let term = 0; term < terms; term++) postings.add(term, term * 3, 1 + (term % 400));
  for (let term = 0; term < terms; term++) postings.add(term, term * 3 + 1, 1);
  for (let term = 0; term < terms; term++) {
    const found = new Map<number, number>();
    postings.each(term, (document, weight) => {
      found.set(document, (found.get(document) ?? 0) + weight);
    });
    expect([...found]).toEqual([
      [term * 3, 1 + (term % 400)],
      [term * 3 + 1, 1],
    ]);
  }
});
