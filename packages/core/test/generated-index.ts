import fc from 'fast-check';

/** Paths that generated indexes link to. */
export const generatedPaths = ['a.md', 'b_b.md', 'c d.md', '长.md', 'sub/e.md', 'f(1).md'] as const;

const targets: Readonly<Record<string, readonly string[]>> = {
  'a.md': ['a.md', './a.md', 'a.md#part', 'a.md "title"', '<a.md>'],
  'b_b.md': ['b_b.md', 'sub/../b_b.md'],
  'c d.md': ['<c d.md>', 'c%20d.md', 'c d.md'],
  '长.md': ['长.md', '%E9%95%BF.md'],
  'sub/e.md': ['sub/e.md', 'sub/./e.md#x'],
  'f(1).md': ['f(1).md', 'f%281%29.md', 'f\\(1\\).md'],
};

const link = fc
  .constantFrom(...generatedPaths)
  .chain((path) => fc.tuple(fc.constantFrom('T', '**T**', '标题', 'a [b] c', path), target(path)))
  .map(([title, written]) => `[${title}](${written})`);

function target(path: string) {
  return fc.constantFrom(...targets[path]!);
}

const separator = fc.constantFrom(' — ', ' – ', ' - ', ': ', '：', ' → ', ' · ', ' ', '');
const bullet = fc.constantFrom(
  '- ',
  '* ',
  '+ ',
  '1. ',
  '2) ',
  '- [ ] ',
  '- ★★ ',
  '• ',
  '-   ',
  '- **',
);
const hook = fc.constantFrom(
  'hook',
  '中文',
  '`code`',
  'see [a](b_b.md)',
  '[web](https://x.y/a.md)',
  '',
);

const item = fc
  .tuple(bullet, link, separator, hook)
  .map(([before, written, between, after]) => `${before}${written}${between}${after}`);

/** Lines that belong together; each begins a block of its own. */
const block = fc.oneof(
  { weight: 6, arbitrary: item.map((line) => [line]) },
  { weight: 2, arbitrary: fc.tuple(item, item).map(([one, two]) => [one, `  ${two}`]) },
  { weight: 2, arbitrary: item.map((line) => [line, '  wrapped', '  twice']) },
  { weight: 1, arbitrary: fc.tuple(item, link).map(([one, two]) => [one, `  more of ${two}`]) },
  { weight: 1, arbitrary: fc.tuple(link, link).map(([one, two]) => [`- ${one} and ${two}`]) },
  { weight: 1, arbitrary: item.map((line) => [line, 'not indented']) },
  { weight: 2, arbitrary: link.map((written) => [`Some prose about ${written}. Keep.`]) },
  { weight: 1, arbitrary: link.map((written) => [`- **Rule**: see ${written}. Keep.`]) },
  { weight: 1, arbitrary: item.map((line) => ['```', line, '```']) },
  { weight: 1, arbitrary: item.map((line) => [`<!-- ${line} -->`]) },
  { weight: 1, arbitrary: item.map((line) => ['<!--', line, '-->']) },
  { weight: 1, arbitrary: item.map((line) => ['<!-- x:start -->', line, '<!-- x:end -->']) },
  { weight: 1, arbitrary: link.map((written) => [`> ${written}`, '> quoted']) },
  { weight: 1, arbitrary: link.map((written) => ['| F | N |', '|---|---|', `| ${written} | n |`]) },
  { weight: 1, arbitrary: link.map((written) => [`${written} — plain`]) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        '# Index',
        '## User',
        '## Feedback',
        '## 项目',
        '### Archive',
        '---',
        '- plain',
        'text',
      )
      .map((line) => [line]),
  },
  { weight: 3, arbitrary: fc.constant(['']) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(['```', 'never closed'], ['<!-- never closed'], ['=====']),
  },
);

const end = fc.constantFrom('\n', '\r\n');

/** Indexes in every dialect, with all kinds of lines, line ends and mistakes. */
export const generatedIndex = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.array(fc.tuple(block, end), { maxLength: 12 }),
    fc.boolean(),
  )
  .map(([mark, blocks, isOpen]) => {
    const text = blocks.map(([lines, eol]) => lines.map((line) => line + eol).join('')).join('');
    return mark + (isOpen ? text.replace(/\r?\n$/, '') : text);
  });
