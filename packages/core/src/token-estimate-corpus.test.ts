import { readdirSync, readFileSync } from 'node:fs';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from './token-estimate.js';

const tokenizer = new Tiktoken(o200k);
const root = new URL('../../../', import.meta.url);

/** Long texts are cut: what the tokenizer takes for the tenth page is no news. */
const longest = 20_000;
/** Of shorter ones a single word can decide. */
const shortest = 200;

function filesBelow(folder: string, suffix: string): string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true, recursive: true })
    .filter((item) => item.isFile() && item.name.endsWith(suffix))
    .filter((item) => !/node_modules|dist/.test(item.parentPath))
    .map((item) => readFileSync(`${item.parentPath}/${item.name}`, 'utf8'));
}

function evaluationTexts(language: string): string[] {
  const text = readFileSync(new URL(`tools/eval/data/${language}.json`, root), 'utf8');
  const strings = stringsIn(JSON.parse(text));
  const chunks: string[] = [text];
  for (let at = 0; at < strings.length; at += 20) {
    chunks.push(strings.slice(at, at + 20).join('\n'));
  }
  return chunks;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** As the output of tools has it, which fills most of a long conversation. */
const outputs = {
  'numbers in JSON': JSON.stringify(
    Array.from({ length: 200 }, (_, i) => ({
      id: i * 7919,
      at: 1.7e12 + i * 61_003,
      ok: i % 3 === 0,
    })),
  ),
  'a log': Array.from(
    { length: 60 },
    (_, i) =>
      `2026-05-${String((i % 28) + 1).padStart(2, '0')}T10:${String(i).padStart(2, '0')}:07.${100 + i}Z INFO  [worker-${i % 4}] request ${i * 31} GET /api/v1/orders/${i * 977}?page=2 200 ${i * 3}ms`,
  ).join('\n'),
  'hashes of commits': Array.from(
    { length: 60 },
    (_, i) =>
      `${((i + 1) * 0x9e3779b1).toString(16).padStart(12, '0').slice(-9)} Mend the import of orders, part ${i}`,
  ).join('\n'),
  'a stack trace': Array.from(
    { length: 30 },
    (_, i) => `    at Object.readEntry${i} (file:///app/src/store/read-entry.ts:${i * 7}:${i + 3})`,
  ).join('\n'),
  'a listing of files': Array.from(
    { length: 60 },
    (_, i) =>
      `-rw-r--r--  1 ana  staff  ${i * 811} May ${(i % 28) + 1} 09:${10 + (i % 50)} report-${i}.csv`,
  ).join('\n'),
};

const corpora: Record<string, readonly string[]> = {
  'our documentation': [...filesBelow('docs', '.md'), ...filesBelow('packages', 'README.md')],
  'our sources': filesBelow('packages', '.ts').filter((_, index) => index % 4 === 0),
  'our package files': filesBelow('packages', 'package.json'),
  'memories in English': evaluationTexts('en'),
  'memories in Chinese': evaluationTexts('zh'),
  'memories in Japanese': evaluationTexts('ja'),
  'memories in Korean': evaluationTexts('ko'),
  'memories in German': evaluationTexts('de'),
  ...Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, [text]])),
};

describe('the estimate is at most 10 % under and 50 % over a real count, for every one of', () => {
  for (const [name, texts] of Object.entries(corpora)) {
    test(name, () => {
      const counted = texts.filter(({ length }) => length >= shortest);
      expect(counted.length).toBeGreaterThan(0);
      const out = counted.map(judge).filter(({ ratio }) => ratio < 0.9 || ratio > 1.5);
      expect(out).toEqual([]);
    });
  }
});

function judge(text: string): { ratio: number; text: string } {
  const cut = text.slice(0, longest);
  const ratio = estimateTokens(cut) / tokenizer.encode(cut, [], []).length;
  return { ratio, text: cut.slice(0, 60) };
}
