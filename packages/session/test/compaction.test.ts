import { estimateTokens } from '@mem/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Compacted, compact } from '../src/compaction/compact.js';
import { blankNotes, countMessage, defaultTemplate, type Message, textOf } from '../src/index.js';
import { applyAnswer } from '../src/notes/apply-answer.js';
import { totalTokens } from '../src/notes/fit-notes.js';
import { generateConversation } from './generated-conversation.js';

function notesWith(answer: string): string {
  const options = { template: defaultTemplate, estimate: estimateTokens };
  return applyAnswer(blankNotes(), answer, options).notes;
}

const notes = notesWith('# Title\nThe importer\n# Current state\nLooking for the lock.');

function compacted(messages: readonly Message[], options = {}): Compacted {
  const result = compact(messages, notes, options);
  if (result.outcome !== 'compacted') throw new Error(result.reason);
  return result;
}

const partsOf = ({ content }: Message) => (typeof content === 'string' ? [] : content);

/** The call of each result, told in the plainest way: the last one of its id before it. */
function callsOfResults(messages: readonly Message[]): [call: Message, result: Message][] {
  return messages.flatMap((message, at) =>
    partsOf(message).flatMap((part): [Message, Message][] => {
      if (part.type !== 'tool-result') return [];
      const call = messages
        .slice(0, at)
        .findLast((earlier) =>
          partsOf(earlier).some((p) => p.type === 'tool-call' && p.callId === part.callId),
        );
      return call ? [[call, message]] : [];
    }),
  );
}

const conversation = fc
  .record({
    seed: fc.integer(),
    count: fc.oneof(fc.integer({ min: 10, max: 120 }), fc.constantFrom(500, 2_000)),
    size: fc.constantFrom(1, 20, 120),
    giant: fc.constantFrom(undefined, 0, 1, 5),
    reuseIds: fc.boolean(),
  })
  .map(({ seed, count, giant, ...rest }) =>
    generateConversation(seed, count, { ...rest, ...(giant === undefined ? {} : { giant }) }),
  );

describe('of any conversation', () => {
  test('the tail is kept as it is, in order and once, behind system messages and the notes', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const result = compact(messages, notes);
        if (result.outcome === 'not-needed') {
          expect(result.messages).toBe(messages);
          return;
        }
        if (result.outcome !== 'compacted') throw new Error(result.outcome);
        const system = messages.filter(({ role }) => role === 'system');
        const summary = result.messages[system.length];
        const tail = result.messages.slice(system.length + 1);
        expect(result.messages.slice(0, system.length)).toEqual(system);
        expect(tail).toEqual(messages.slice(-tail.length));
        expect([result.kept, result.summarised]).toEqual([
          tail.length,
          messages.length - tail.length - system.length,
        ]);
        expect(summary?.role).toBe('user');
        expect(textOf(summary?.content ?? '')).toContain('Looking for the lock.');
      }),
      { numRuns: 60 },
    );
  });

  test('a call and its result are never parted', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const result = compact(messages, notes);
        const kept = new Set(result.messages);
        for (const [call, answer] of callsOfResults(messages)) {
          expect(kept.has(call)).toBe(kept.has(answer));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the tail is within its limits', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const result = compact(messages, notes);
        if (result.outcome !== 'compacted') return;
        const start = messages.length - result.kept;
        const tail = messages.slice(start);
        const tokens = sum(tail);
        const units = unitStarts(messages);
        const isOneUnit = units.at(-1) === start;
        if (!isOneUnit) expect(tokens).toBeLessThanOrEqual(40_000);
        const texts = tail.filter(
          ({ role, content }) => role !== 'system' && textOf(content).trim() !== '',
        );
        if (tokens >= 10_000 && texts.length >= 5) {
          // The shortest such: without its first unit it lacks something.
          const next = units.find((at) => at > start);
          if (next === undefined) return;
          const shorter = messages.slice(next);
          const few = shorter.filter(({ content }) => textOf(content).trim() !== '').length < 5;
          expect(few || sum(shorter) < 10_000).toBe(true);
        } else {
          // Less only because the unit before would be too much.
          const before = units.findLast((at) => at < start);
          expect(sum(messages.slice(before ?? 0))).toBeGreaterThan(40_000);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('the same notes and messages give the same bytes', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const once = JSON.stringify(compact(messages, notes));
        expect(JSON.stringify(compact(structuredClone(messages), notes))).toBe(once);
      }),
      { numRuns: 20 },
    );
  });
});

function sum(messages: readonly Message[]): number {
  return messages.reduce((total, message) => total + countMessage(message), 0);
}

/** Where a stretch begins that must stay whole. */
function unitStarts(messages: readonly Message[]): number[] {
  const place = new Map(messages.map((message, at) => [message, at]));
  const bound = callsOfResults(messages).map(([call, answer]) => [
    place.get(call) ?? 0,
    place.get(answer) ?? 0,
  ]);
  return messages.flatMap((_, at) =>
    bound.some(([from = 0, to = 0]) => from < at && at <= to) ? [] : [at],
  );
}

describe('the limits, at, below and above each bound', () => {
  /** Messages of exactly so many tokens, by an estimator that counts characters. */
  const estimate = (text: string) => text.length;
  const texts = (...tokens: number[]): Message[] =>
    tokens.map((count, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: 'x'.repeat(count - 4),
    }));
  const kept = (...tokens: number[]) => compacted(texts(...tokens), { estimate }).kept;

  test('10,000 tokens at least', () => {
    expect(kept(50_000, 2_000, 2_000, 2_000, 2_000, 2_000)).toBe(5);
    expect(kept(50_000, 900, 2_000, 2_000, 2_000, 2_000, 1_999)).toBe(6);
  });

  test('5 messages with text at least', () => {
    expect(kept(50_000, 5_000, 5_000, 5_000, 5_000, 5_000)).toBe(5);
    const silent: Message = { role: 'user', content: [{ type: 'text', text: '  ' }] };
    const messages = texts(50_000, 5_000, 5_000, 5_000, 5_000, 5_000);
    messages.splice(3, 0, silent);
    expect(compacted(messages, { estimate }).kept).toBe(6);
  });

  test('40,000 tokens at most', () => {
    expect(kept(5_000, 10_000, 10_000, 10_000, 10_000)).toBe(4);
    expect(kept(5_000, 10_001, 10_000, 10_000, 10_000)).toBe(3);
  });

  test('what is over it alone is kept all the same, and nothing before it', () => {
    expect(kept(5_000, 5_000, 40_001)).toBe(1);
  });

  test('what the notes do not know of yet is kept as far as there is room', () => {
    const messages = texts(50_000, ...Array<number>(30).fill(3_000));
    expect(compacted(messages, { estimate }).kept).toBe(5);
    expect(compacted(messages, { estimate, noted: 21 })).toMatchObject({ kept: 10, unnoted: 0 });
    expect(compacted(messages, { estimate, noted: 11 })).toMatchObject({ kept: 13, unnoted: 7 });
  });
});

describe('the summary', () => {
  test('is within the budget of the notes, whatever they hold', () => {
    const messages = generateConversation(1, 400);
    const section = fc.constantFrom(
      'x',
      '字',
      '- a point\n',
      '``` \n',
      '</session-notes>\n',
      '# h\n',
    );
    fc.assert(
      fc.property(fc.array(section, { minLength: 9, maxLength: 9 }), (pieces) => {
        const own = defaultTemplate
          .map(({ heading }, at) => `# ${heading}\n\n${(pieces[at] ?? '').repeat(9_000)}\n`)
          .join('\n');
        const result = compact(messages, own);
        if (result.outcome !== 'compacted') throw new Error(result.outcome);
        const summary = result.messages.find(({ content }) =>
          textOf(content).includes('<session-notes>'),
        );
        const text = textOf(summary?.content ?? '');
        expect(estimateTokens(text)).toBeLessThanOrEqual(totalTokens);
        expect(text.split('</session-notes>')).toHaveLength(2);
      }),
      { numRuns: 20 },
    );
  });

  test('has no empty sections and no instructions', () => {
    const text = textOf(
      compacted(generateConversation(1, 400)).messages.find(({ role }) => role !== 'system')
        ?.content ?? '',
    );
    expect(text).toContain(
      '# Title\n\nThe importer\n\n# Current state\n\nLooking for the lock.\n</session-notes>',
    );
    expect(text).not.toContain('# Log');
    expect(text).not.toContain('five to ten words');
  });
});

test('without notes it says so, and the caller has its messages back', () => {
  const messages = generateConversation(2, 400);
  expect(compact(messages, undefined)).toMatchObject({ outcome: 'no-notes', messages });
  expect(compact(messages, ' \n')).toMatchObject({ outcome: 'no-notes' });
  expect(compact(messages, blankNotes())).toMatchObject({ outcome: 'blank-notes', messages });
});

test('takes linear time beyond counting', () => {
  const timeOf = (count: number) => {
    const messages = generateConversation(3, count, { size: 1 });
    const counts = messages.map((message) => countMessage(message));
    const start = performance.now();
    compact(messages, notes, { counts, minTokens: 1e9, maxTokens: 1e9 });
    return performance.now() - start;
  };
  timeOf(1_000);
  expect(timeOf(40_000)).toBeLessThan(timeOf(10_000) * 8 + 300);
});
