import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IgnorableEntry } from './ignore.js';
import { indexWithoutIgnored } from './ignore-index.js';
import { parseIndex } from './index-file/parse-index.js';

const entries: IgnorableEntry[] = [
  { path: 'plan.md', name: 'Secret plan', type: 'project', body: '' },
  { path: 'role.md', name: 'Role', type: 'user', body: '' },
  { path: 'sub/工资.md', name: '工资', type: 'project', body: '' },
];
const withoutProjects = (text: string) =>
  indexWithoutIgnored(text, { types: ['Project'] }, entries);

describe('the index without ignored entries', () => {
  test('has lost their lines and nothing else', () => {
    expect(
      withoutProjects(
        '# Memory\r\n\r\n- [Secret plan](plan.md) — take over\r\n  the market\r\n- [Role](role.md) — a baker\r\n',
      ),
    ).toBe('# Memory\r\n\r\n- [Role](role.md) — a baker\r\n');
  });

  test('has lost what other lines say about them, not the other entries', () => {
    expect(withoutProjects('- [Role](role.md) — see [the plan](plan.md) of May')).toBe(
      '- [Role](role.md)',
    );
    expect(withoutProjects('| [Role](role.md) | replaces `plan.md` |')).toBe('| [Role](role.md)');
    expect(withoutProjects('- [Role](role.md) — see [[secret-plan]]')).toBe('- [Role](role.md)');
  });

  test('has lost prose, comments, code and definitions that name their files', () => {
    const lines = [
      'Read plan.md first.',
      '<!-- PLAN.md is old -->',
      '`sub/工资.md`',
      '[the plan][p]',
      '',
      '[p]: pl%61n.md "take over"',
      'Every explan.md stays.',
    ];
    expect(withoutProjects(lines.join('\n'))).toBe('\nEvery explan.md stays.');
  });

  test('has lost children that belong to them, and kept those that lead to others', () => {
    expect(
      withoutProjects('- [P](plan.md)\n  - until May\n  - [Role](role.md)\n- [Role](role.md)\n'),
    ).toBe('  - [Role](role.md)\n- [Role](role.md)\n');
    expect(withoutProjects('- [P](plan.md)\n  - [Role](role.md)\n  - until May\n- x\n')).toBe(
      '  - [Role](role.md)\n- x\n',
    );
  });

  test('has lost headings that would stand there empty', () => {
    const text =
      '# All\n## Work\n\n- [P](plan.md)\n\nPay\n---\n- [W](sub/工资.md)\n## Me\n- [R](role.md)\n';
    expect(withoutProjects(text)).toBe('# All\n\n\n## Me\n- [R](role.md)\n');
    expect(withoutProjects('# All\n## Work\n- [P](plan.md)\n# Empty before\n')).toBe(
      '# Empty before\n',
    );
  });

  test('says nothing about a file that is gone but would be ignored', () => {
    const ignore = { names: ['old secret'] };
    expect(indexWithoutIgnored('- [x](old_secret.md) — y\n- [R](role.md)', ignore, entries)).toBe(
      '- [R](role.md)',
    );
  });

  test('is empty when all is ignored, and untouched when nothing is', () => {
    expect(indexWithoutIgnored('# Notes\n', true, entries)).toBe('');
    expect(indexWithoutIgnored('# Notes\n', undefined, entries)).toBe('# Notes\n');
    expect(withoutProjects('# Notes\n\n- [Role](role.md)')).toBe('# Notes\n\n- [Role](role.md)');
  });
});

test('no trace of an ignored entry is left, and every other entry keeps its link', () => {
  // Each entry has a word of its own in name, path and hook; ignored ones must lose it everywhere.
  const word = (at: number) => `w${at}q`;
  const line = fc
    .tuple(fc.nat(5), fc.nat(5), fc.nat(9), fc.constantFrom('', '  ', '    '))
    .map(([a, b, shape, indent]) => {
      const link = `[Name ${word(a)}](${word(a)}.md)`;
      const other = `[${word(b)}](./${word(b)}.md#x)`;
      return [
        `${indent}- ${link} — about ${word(a)}`,
        `${indent}- ${link} — about ${word(a)}, see ${other}`,
        `${indent}- **${link}**: ${word(a)}\n${indent}  more of ${word(a)}`,
        `| ${link} | \`${word(b)}.md\` |`,
        `${word(a)}.md and ${other} are one line`,
        `## ${link}`,
        `- see [[${word(a)}]]`,
        `<!-- ${word(a)}.md -->`,
        '',
        '## Section',
      ][shape]!;
    });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 15 }),
      fc.uniqueArray(fc.nat(5)),
      fc.constantFrom('\n', '\r\n'),
      (lines, ignoredOnes, end) => {
        const text = lines.join('\n').replaceAll('\n', end);
        const all = [0, 1, 2, 3, 4, 5].map((at) => ({ path: `${word(at)}.md`, name: word(at) }));
        const shown = indexWithoutIgnored(text, { names: ignoredOnes.map(word) }, all);
        for (const at of ignoredOnes) expect(shown).not.toContain(word(at));
        const own = parseIndex(text).links.filter((link) => link.own);
        for (const { path } of own) {
          const isIgnored = ignoredOnes.some((at) => path === `${word(at)}.md`);
          if (!isIgnored) expect(shown).toContain(`](${path})`);
        }
      },
    ),
    { numRuns: 3000 },
  );
});
