import { expect, test } from 'vitest';
import {
  addIndexLine,
  checkIndex,
  cutIndex,
  measureIndex,
  parseIndex,
  rebuildIndex,
  refreshHook,
  removeIndexLines,
  retargetIndexLine,
} from './index.js';

// Texts that make careless readers slow: each is read and edited in time in proportion to its length.

const shapes: Readonly<Record<string, (size: number) => string>> = {
  brackets: (size) => '['.repeat(size),
  openings: (size) => '[]('.repeat(size / 3),
  'openings with text': (size) => '[](a '.repeat(size / 5),
  angles: (size) => '[](<'.repeat(size / 4),
  titles: (size) => '[](a "'.repeat(size / 6),
  'mixed titles': (size) => `[](a "[](a '[](a (`.repeat(size / 18),
  backticks: (size) => {
    let text = '';
    for (let run = 1; text.length < size; run++) text += `${'`'.repeat(run)} `;
    return text;
  },
  'comment openings': (size) => '<!--'.repeat(size / 4),
  'comment openings in a line': (size) => `x ${'<!-- '.repeat(size / 5)}`,
  comments: (size) => '<!---->'.repeat(size / 7),
  'comment items': (size) => '- <!-- x\n'.repeat(size / 9),
  tags: (size) => '<a '.repeat(size / 3),
  escapes: (size) => '\\'.repeat(size),
  blanks: (size) => `[](${' '.repeat(size)}`,
  'blanks before a line end': (size) => `- [a](a.md)${' '.repeat(size)}x`,
  'heading blanks': (size) => `# a${' '.repeat(size)}b`,
  'heading signs': (size) => `# ${'!'.repeat(size)}a`,
  'deep items': (size) => {
    let text = '';
    for (let depth = 0; text.length < size; depth++)
      text += `${' '.repeat(depth * 2)}- [a](a.md)\n`;
    return text;
  },
  links: (size) => '[a](a.md) '.repeat(size / 10),
  lines: (size) => '- [a](a.md) — hook\n'.repeat(size / 19),
  'lists of one': (size) => '- [a](a.md)\n\ntext\n\n'.repeat(size / 19),
  'dead lines': (size) =>
    Array.from({ length: size / 20 }, (_, at) => `- [x](x${at}.md) y\n`).join(''),
  references: (size) => `[r]: a.md\n\n${'[r]'.repeat(size / 3)}`,
  'nested references': (size) => `[r]: a.md\n\n${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
  rows: (size) => `| [a](a.md) ${'|'.repeat(size)}\n|-|\n`,
  'delimiter rows': (size) => '|-'.repeat(size / 2),
  rules: (size) => '- '.repeat(size / 2),
  headings: (size) => '# a\n'.repeat(size / 4),
  'sections of a type': (size) => '# User\n- x\n'.repeat(size / 11),
  quotes: (size) => '>'.repeat(size),
  fences: (size) => '```\n~~~\n'.repeat(size / 8),
  'half titles': (size) => `${'[**'.repeat(size / 3)}**](a.md)`,
  parentheses: (size) => `[a](${'('.repeat(size / 2)}${')'.repeat(size / 2)})`,
};

function workOn(text: string): void {
  addIndexLine(text, { path: 'new.md', name: 'n', type: 'user' }, () => 'user');
  removeIndexLines(text, 'a.md');
  retargetIndexLine(text, 'a.md', 'b.md');
  refreshHook(text, 'a.md', 'hook', 'other');
  rebuildIndex(text, [{ path: 'b.md', name: 'b' }]);
  measureIndex(text);
  cutIndex(text);
  checkIndex(text, [{ path: 'b.md' }]);
}

test.each(Object.keys(shapes))('1 MB of %s', (name) => {
  const make = shapes[name]!;
  workOn(make(20_000));
  expectProportion((size) => workOn(make(size)), 20_000, 80_000);
  expectProportion((size) => parseIndex(make(size)), 250_000, 1_000_000);
});

/** Four times the text may take ten times as long, in the best of three: machines do other work. */
function expectProportion(work: (size: number) => void, small: number, large: number): void {
  const ratios = [1, 2, 3].map(
    () =>
      timeOf(() => work(large)) /
      Math.max(
        timeOf(() => work(small)),
        30,
      ),
  );
  expect(Math.min(...ratios)).toBeLessThan(10);
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
