import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RankedIndex } from '../../../../packages/core/src/search/ranked-index.js';
import { tokenize } from '../../../../packages/core/src/search/tokenize.js';
import type { Benchmark, BenchmarkOptions, Report } from '../benchmark.js';
import { fileText, type GeneratedText, generateTexts } from './generated-texts.js';
import { tokensOf } from './tokens-of.js';

/** What the index in memory costs: space, and time to build. */
export const indexSize: Benchmark = {
  name: 'index-size',
  about: 'memory and building time of the index at 100,000 entries',
  async *run(options) {
    yield measure(options);
  },
};

function measure({ quick }: BenchmarkOptions): Report {
  const count = quick ? 10_000 : 100_000;
  const texts = [...generateTexts(count)];
  const sizes = texts.map((text) => Buffer.byteLength(fileText(text)));
  const strings = leastTime(() => tokenizeToStrings(texts));
  const bare = leastTime(() => tokenizeOnly(texts));
  const building = leastTime(() => build(texts, sizes));
  const before = usedBytes();
  const index = build(texts, sizes);
  const memory = (usedBytes() - before) / 1e6;
  return {
    title: `The index in memory, ${count.toLocaleString('en')} entries`,
    columns: ['ms'],
    measurements: [
      { what: 'tokenizing alone, into strings', figures: [strings] },
      { what: 'tokenizing alone, tokens dropped at once', figures: [bare] },
      { what: 'tokenizing and building the index', figures: [building] },
    ],
    goals: [
      { what: 'building / tokenizing alone', measured: building / strings, limit: 1.5, unit: '×' },
      {
        what: `memory of ${index.size.toLocaleString('en')} entries`,
        measured: memory,
        limit: (120 * count) / 100_000,
        unit: 'MB',
      },
    ],
    notes: [],
  };
}

function build(texts: readonly GeneratedText[], sizes: readonly number[]): RankedIndex {
  const index = new RankedIndex();
  for (const [at, text] of texts.entries()) index.set(text.path, text, sizes[at]!);
  return index;
}

function tokenizeToStrings(texts: readonly GeneratedText[]): number {
  let count = 0;
  for (const { name, description, body } of texts) {
    for (const text of [name, description, body]) count += tokensOf(text).length;
  }
  return count;
}

function tokenizeOnly(texts: readonly GeneratedText[]): number {
  let count = 0;
  for (const { name, description, body } of texts) {
    for (const text of [name, description, body]) {
      tokenize(text, () => {
        count++;
      });
    }
  }
  return count;
}

function leastTime(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const before = performance.now();
    run();
    least = Math.min(least, performance.now() - before);
  }
  return least;
}

/** After garbage collection, typed arrays included. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
