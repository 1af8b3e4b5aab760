import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storageCases } from './index.js';

const page = readFileSync(new URL('../../../../docs/storage-contract.md', import.meta.url), 'utf8');

/** The last cells of the rows of all tables, without headings and rules. */
function casesOnThePage(): string[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(---| The storage promises)/.test(line))
    .map((line) => line.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '');
}

test('every sentence of the contract names its case, and every case its sentence', () => {
  const names = storageCases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(casesOnThePage().sort()).toEqual([...names].sort());
});
