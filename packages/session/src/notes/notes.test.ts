import { estimateTokens } from '@mem/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../messages/message.js';
import type { ModelFunction } from '../model.js';
import { applyAnswer } from './apply-answer.js';
import { fitSections, sectionTokens, totalTokens } from './fit-notes.js';
import { notesPath } from './notes-path.js';
import { shouldUpdateNotes } from './notes-trigger.js';
import { isBlank, joinNotes, parseNotes, sectionText } from './parse-notes.js';
import { asSectionText } from './section-text.js';
import { blankNotes, defaultTemplate } from './template.js';
import { updateNotes } from './update-notes.js';

const template = defaultTemplate;
const options = { template, estimate: estimateTokens };
const messages: Message[] = [{ role: 'user', content: 'Use tabs in this project.' }];

function textUnder(notes: string, heading: string): string | undefined {
  const section = parseNotes(notes).sections.find((each) => each.heading === heading);
  return section && sectionText(section);
}

/** All that a model must not change: headings, instructions, what is above, in order. */
function skeleton(notes: string): string[] {
  const { preamble, sections } = parseNotes(notes);
  return [preamble, ...sections.map(({ head }) => head.trimEnd())];
}

/** Lines that could be taken for structure, and others. */
const line = fc.oneof(
  fc.constantFrom(
    ...template.map(({ heading }) => `# ${heading}`),
    '# Forged',
    ' # Indented',
    '#',
    '# ',
    '## Deeper',
    '```',
    '````',
    '```sh',
    '~~~',
    '   ```',
    '```a\u2028b',
    '# Title\u2029x',
    '===',
    '---',
    '_An instruction._',
    '',
    '  ',
    '- a point',
    '# 你好',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const text = fc
  .array(line, { maxLength: 30 })
  .chain((lines) => fc.constantFrom('\n', '\r\n', '\r').map((eol) => lines.join(eol)));

describe('the template', () => {
  test('is blank, and names the fixed sections in order', () => {
    const notes = blankNotes();
    expect(isBlank(notes)).toBe(true);
    expect(isBlank('')).toBe(true);
    expect(isBlank(notes.replace(/\n/g, '\r\n'))).toBe(true);
    expect(parseNotes(notes).sections.map(({ heading }) => heading)).toEqual([
      'Title',
      'Current state',
      'Task',
      'Files and functions',
      'Workflow',
      'Errors and corrections',
      'Learnings',
      'Results',
      'Log',
    ]);
  });

  test('any text is cut into pieces that give it back', () => {
    fc.assert(
      fc.property(text, (notes) => {
        expect(joinNotes(parseNotes(notes))).toBe(notes);
      }),
    );
  });
});

describe('what a model answers', () => {
  test('goes under the headings; what it does not speak of stays', () => {
    const first = applyAnswer(blankNotes(), '# Title\nTabs\n\n# Log\n- began', options);
    expect(first.changed).toEqual(['Title', 'Log']);
    const second = applyAnswer(first.notes, '# Log\n_Step by step._\n- began\n- went on', options);
    expect(second.changed).toEqual(['Log']);
    expect(textUnder(second.notes, 'Title')).toBe('Tabs');
    expect(textUnder(second.notes, 'Log')).toBe('- began\n- went on');
    expect(skeleton(second.notes)).toEqual(skeleton(blankNotes()));
  });

  test('cannot change the structure, whatever it holds', () => {
    fc.assert(
      fc.property(text, text, (earlier, answer) => {
        const notes = applyAnswer(blankNotes(), earlier, options).notes;
        const after = applyAnswer(notes, answer, options).notes;
        expect(skeleton(after)).toEqual(skeleton(blankNotes()));
        // No fence of the answer is open at a heading.
        for (const section of parseNotes(after).sections) {
          expect(asSectionText(sectionText(section))).toBe(sectionText(section));
        }
        // What is there already changes nothing.
        expect(applyAnswer(after, after, options).changed).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('leaves hand-written headings, instructions and line ends as they are', () => {
    const own =
      'Written by hand.\r\n\r\n# My own  \r\n_do not touch_\r\n_nor this_\r\nold\r\n# Title\r\n\r\n';
    const { notes, changed } = applyAnswer(own, '# My own\nnew\n# Title\nTabs', options);
    expect(changed).toEqual(['My own', 'Title']);
    expect(notes).toBe(
      'Written by hand.\r\n\r\n# My own  \r\n_do not touch_\r\n_nor this_\r\n\r\nnew\r\n\r\n# Title\r\n\r\nTabs\r\n',
    );
  });

  test('may be wrapped in one code block', () => {
    const { notes } = applyAnswer(blankNotes(), '```markdown\n# Title\nTabs\n```\n', options);
    expect(textUnder(notes, 'Title')).toBe('Tabs');
  });

  test('keeps comments in code, and forged headings as text', () => {
    const answer = '# Workflow\n```sh\n# build\nmake\n```\n# Forged\nx\n# Workflow\ny';
    const { notes } = applyAnswer(blankNotes(), answer, options);
    expect(textUnder(notes, 'Workflow')).toBe(
      '```sh\n # build\nmake\n```\n\\# Forged\nx\n\\# Workflow\ny',
    );
  });
});

describe('budgets', () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, i) => `- point ${i}`).join('\n');
  const long = (heading: string, count = 4_000) => ({ heading, text: words(count), frame: 20 });

  test('a section has 2,000 tokens, and a log keeps its newest lines', () => {
    const [title, log] = fitSections([long('Title'), long('Log')], template);
    for (const fitted of [title, log]) {
      expect(estimateTokens(fitted ?? '')).toBeLessThanOrEqual(sectionTokens);
      expect(estimateTokens(fitted ?? '')).toBeGreaterThan(sectionTokens * 0.9);
    }
    expect(title?.startsWith('- point 0\n')).toBe(true);
    expect(title?.endsWith('\n[shortened]')).toBe(true);
    expect(log?.startsWith('[shortened]\n')).toBe(true);
    expect(log?.endsWith('- point 3999')).toBe(true);
  });

  test('at the bound nothing is cut, above it something is', () => {
    const estimate = (given: string) => given.length;
    const fit = (count: number) =>
      fitSections(
        [{ heading: 'Task', text: 'x'.repeat(count), frame: 0 }],
        template,
        {},
        estimate,
      )[0];
    expect(fit(1_999)).toHaveLength(1_999);
    expect(fit(2_000)).toHaveLength(2_000);
    expect(fit(2_001)?.endsWith('[shortened]')).toBe(true);
  });

  test('in all 12,000: current state and corrections stay longest', () => {
    const sections = template.map(({ heading }) => long(heading));
    const fitted = fitSections(sections, template);
    const total = fitted.reduce((sum, each) => sum + estimateTokens(each) + 20, 0);
    expect(total).toBeLessThanOrEqual(totalTokens);
    const tokens = Object.fromEntries(
      sections.map(({ heading }, at) => [heading, estimateTokens(fitted[at] ?? '')]),
    );
    expect(tokens['Current state']).toBeGreaterThan(1_800);
    expect(tokens['Errors and corrections']).toBeGreaterThan(1_800);
    expect([tokens.Log, tokens.Results]).toEqual([0, 0]);
    expect(tokens.Workflow).toBeLessThan(1_000);
    expect(tokens.Task).toBeGreaterThan(1_800);
  });

  test('hold for every text, and total', () => {
    const giant = fc.oneof(
      text,
      fc
        .constantFrom('x', '字', '``` x\n', '# h\n', '😀', '`\n')
        .map((piece) => piece.repeat(9_000)),
    );
    fc.assert(
      fc.property(fc.array(giant, { minLength: 9, maxLength: 9 }), (texts) => {
        const sections = template.map(({ heading }, at) => ({
          heading,
          text: asSectionText(texts[at] ?? ''),
          frame: 30,
        }));
        const answer = sections.map(({ heading, text }) => `# ${heading}\n${text}\n`).join('');
        const { notes } = applyAnswer(blankNotes(), answer, options);
        expect(estimateTokens(notes)).toBeLessThanOrEqual(totalTokens);
        const fitted = fitSections(sections, template);
        for (const each of fitted) expect(estimateTokens(each)).toBeLessThanOrEqual(sectionTokens);
        const total = fitted.reduce((sum, each) => sum + estimateTokens(each) + 30, 0);
        expect(total).toBeLessThanOrEqual(totalTokens);
      }),
      { numRuns: 30 },
    );
  });
});

describe('an update', () => {
  const answers =
    (given: string): ModelFunction =>
    () =>
      Promise.resolve(given);

  test('begins notes where there are none', async () => {
    const { notes, changed } = await updateNotes(undefined, messages, answers('# Title\nTabs'));
    expect(changed).toEqual(['Title']);
    expect(textUnder(notes, 'Title')).toBe('Tabs');
  });

  test('shows the model the notes and what was said, without secrets', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    let seen = '';
    await updateNotes(
      blankNotes(),
      [{ role: 'user', content: `the token is ${key}` }],
      async ({ prompt, purpose }) => {
        seen = `${purpose}: ${prompt}`;
        return '';
      },
    );
    expect(seen).toContain('notes: ');
    expect(seen).toContain('# Current state');
    expect(seen).toContain('the token is [github-');
    expect(seen).not.toContain(key);
  });

  test.each<[string, ModelFunction, string]>([
    ['fails', () => Promise.reject(new Error('overloaded\nat x')), 'The model failed: overloaded'],
    [
      'throws at once',
      () => {
        throw new Error('no key');
      },
      'The model failed: no key',
    ],
    ['hangs', () => new Promise(() => {}), 'The model did not answer within 50 ms.'],
    ['answers nonsense', answers('I am sorry, but'), 'none of the headings'],
    ['answers nothing', answers(''), 'none of the headings'],
    ['answers no text', () => Promise.resolve(7 as unknown as string), 'is no text'],
    ['writes down a secret', answers(`# Task\nkey ghp_${'a1B2'.repeat(9)}`), '(github-'],
  ])('by a model that %s changes nothing and says so in one line', async (_, model, why) => {
    const before = applyAnswer(blankNotes(), '# Title\nTabs', options).notes;
    const result = await updateNotes(before, messages, model, { timeLimit: 50 });
    expect(result.notes).toBe(before);
    expect(result.changed).toEqual([]);
    expect(result.problem).toContain(why);
    expect(result.problem).not.toContain('\n');
    expect(result.problem).not.toContain('ghp_');
  });

  test('that is called off ends at once, and the model is told', async () => {
    const controller = new AbortController();
    let told = false;
    const model: ModelFunction = (_, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          told = true;
        });
        controller.abort();
      });
    const { problem } = await updateNotes('', messages, model, { signal: controller.signal });
    expect(problem).toBe('The model’s answer was called off.');
    expect(told).toBe(true);
  });
});

describe('when to update', () => {
  const state = { tokens: 0, toolCalls: 0, isPaused: false };
  test.each([
    ['below the first', { tokens: 9_999, isPaused: true, toolCalls: 9 }, false],
    ['at the first', { tokens: 10_000 }, true],
    ['far above the first', { tokens: 50_000 }, true],
    [
      'below a further',
      { tokens: 14_999, tokensAtUpdate: 10_000, toolCalls: 9, isPaused: true },
      false,
    ],
    ['at a further, nothing else', { tokens: 15_000, tokensAtUpdate: 10_000 }, false],
    ['with too few calls', { tokens: 15_000, tokensAtUpdate: 10_000, toolCalls: 2 }, false],
    ['with calls', { tokens: 15_000, tokensAtUpdate: 10_000, toolCalls: 3 }, true],
    ['with a pause', { tokens: 15_000, tokensAtUpdate: 10_000, isPaused: true }, true],
    ['after a compaction', { tokens: 16_000, tokensAtUpdate: 11_500, isPaused: true }, false],
  ])('%s', (_, more, due) => {
    expect(shouldUpdateNotes({ ...state, ...more })).toBe(due);
  });
});

test('notes are kept hidden, under the id of the conversation and nowhere else', () => {
  expect(notesPath('0d9cf9a4-3f0b')).toBe('.mem/notes/0d9cf9a4-3f0b.md');
  for (const id of ['', '..', '.x', 'a/b', 'a\\b', 'a\u0000', 'é', 'x'.repeat(101)]) {
    expect(() => notesPath(id), id).toThrow("cannot name a conversation's notes");
  }
});
