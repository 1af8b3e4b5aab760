import { expect, test } from 'vitest';
import { readClaudeCode } from './claude-code.js';

const at = '2026-05-01T10:00:00.000Z';

function user(uuid: string, content: unknown, more = {}): string {
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    sessionId: 's1',
    type: 'user',
    message: { role: 'user', content },
    uuid,
    timestamp: at,
    ...more,
  });
}

function assistant(uuid: string, id: string, block: unknown, more = {}): string {
  const message = { id, model: 'm', role: 'assistant', content: [block], usage: {} };
  return JSON.stringify({ type: 'assistant', message, uuid, timestamp: at, ...more });
}

const transcript = [
  JSON.stringify({ type: 'summary', summary: 'Mend the importer', leafUuid: 'x' }),
  JSON.stringify({ type: 'file-history-snapshot', messageId: 'm', snapshot: {} }),
  user('u1', 'Why does it fail?'),
  user('u2', 'Caveat for the model', { isMeta: true }),
  assistant('a1', 'msg_1', { type: 'thinking', thinking: 'Look first.', signature: 'sig' }),
  assistant('a2', 'msg_1', { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a' } }),
  '{"type":"assistant","message":{"role":"assis',
  user('u3', [{ type: 'tool_result', tool_use_id: 't1', content: 'text of a' }]),
  assistant('s1', 'msg_s', { type: 'text', text: 'a helper speaks' }, { isSidechain: true }),
  '{"type":"user","message":{"role":"user"}}',
  '[1]',
  JSON.stringify({ type: 'system', subtype: 'compact_boundary', content: 'compacted' }),
  user('u4', 'What was before, in short', { isCompactSummary: true }),
  assistant('a3', 'msg_2', { type: 'text', text: 'Because of a comma.' }),
  '',
].join('\n');

test('answers on several lines become one message, in order, with ids and times', () => {
  const read = readClaudeCode(transcript);
  expect(read.messages).toEqual([
    { role: 'user', content: 'Why does it fail?', id: 'u1', at },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', text: 'Look first.', signature: 'sig' },
        { type: 'tool-call', callId: 't1', name: 'Read', input: { file_path: 'a' } },
      ],
      id: 'a1',
      at,
    },
    {
      role: 'user',
      content: [{ type: 'tool-result', callId: 't1', output: 'text of a' }],
      id: 'u3',
      at,
    },
    { role: 'user', content: 'What was before, in short', id: 'u4', at },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'Because of a comma.' }],
      id: 'a3',
      at,
    },
  ]);
  expect(read.viewStart).toBe(3);
  expect(read.summaries).toEqual(['Mend the importer']);
  expect(read.sessionId).toBe('s1');
});

test('bad lines are told with their numbers and hide nothing', () => {
  const { problems } = readClaudeCode(transcript);
  expect(problems.map(({ line }) => line)).toEqual([7, 10, 11]);
});

test('side conversations and lines of the program are counted, and shown when asked for', () => {
  expect(readClaudeCode(transcript).leftOut).toEqual({ sidechains: 1, meta: 1 });
  const all = readClaudeCode(transcript, { sidechains: true, meta: true });
  expect(all.messages).toHaveLength(7);
  expect(all.leftOut).toEqual({ sidechains: 0, meta: 0 });
});

test('an answer of very many lines takes linear time', () => {
  const line = assistant('a', 'msg', { type: 'text', text: 'x' });
  const timeOf = (count: number) => {
    const text = `${line}\n`.repeat(count);
    const start = performance.now();
    expect(readClaudeCode(text).messages).toHaveLength(1);
    return performance.now() - start;
  };
  timeOf(100);
  expect(timeOf(40_000)).toBeLessThan(timeOf(10_000) * 8 + 300);
});
