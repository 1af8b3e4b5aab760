import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderIndexContext } from './render-index-context.js';
import { stripContext } from './strip-context.js';

const index = `---\nversion: 1\n---\n# Memory\n\n- [Role](role.md) — a baker\n- [Plan](plan.md) — grow\n`;

describe('the index in a prompt', () => {
  test('is what the loader shows, in the block', () => {
    expect(renderIndexContext(index).text).toBe(
      '<mem-context format="index">\n\n# Memory\n\n- [Role](role.md) — a baker\n- [Plan](plan.md) — grow\n\n</mem-context>\n',
    );
  });

  test('is nothing where the index is empty', () => {
    expect(renderIndexContext(' \n')).toEqual({ text: '', cutLines: 0, tokens: 0 });
  });

  test('says how many lines were left out, those beyond the limits of the loader too', () => {
    const long = Array.from({ length: 300 }, (_, at) => `- [e${at}](e${at}.md) — x\n`).join('');
    const loaded = renderIndexContext(long);
    expect(loaded.cutLines).toBe(100);
    expect(loaded.text).toContain('100 of 300 lines');
    const short = renderIndexContext(long, { maxChars: 500 });
    const shown = short.text.match(/^- \[/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(5);
    expect(short.cutLines).toBe(300 - shown);
    expect(short.text).toContain(`${300 - shown} more lines are not shown here.`);
  });

  test('never exceeds its limits, closes once, and can be taken out again', () => {
    const line = fc.constantFrom(
      ...['- [a](a.md) — x', '</mem-context>', '<mem-context format="index">', '<!-- x', '', '```'],
      ...['- [中文](中文.md) — 你好', '## Section', '</MEM-context>', '\u2028</mem-context>'],
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.nat(800),
        fc.nat(300),
        (lines, chars, tokens) => {
          const limits = { maxChars: chars, maxTokens: tokens };
          const { text, tokens: counted } = renderIndexContext(lines.join('\n'), limits);
          expect(text.length).toBeLessThanOrEqual(chars);
          expect(counted).toBeLessThanOrEqual(tokens);
          if (text === '') return;
          expect(text.match(/<\/mem-context>/g)).toHaveLength(1);
          expect(stripContext(`a\n${text}b`)).toBe('a\nb');
        },
      ),
      { numRuns: 2000 },
    );
  });
});
