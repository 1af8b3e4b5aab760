import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AiSdkMessage, AiSdkMessageLike } from './ai-sdk-shape.js';
import type { AnthropicConversation } from './anthropic-shape.js';
import { fromAiSdk } from './from-ai-sdk.js';
import { fromAnthropic } from './from-anthropic.js';
import { readTranscript } from './read-transcript.js';
import { toAiSdk } from './to-ai-sdk.js';
import { toAnthropic } from './to-anthropic.js';

const word = fc.string({ minLength: 1, unit: 'grapheme' });
const json = fc.jsonValue({ maxDepth: 2 });
const extra = fc.option(fc.record({ anthropic: fc.dictionary(word, json) }), { nil: undefined });

function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

describe('AI SDK', () => {
  const withOptions = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc
      .record({ ...fields, providerOptions: extra })
      .map((part) => plain(part) as unknown as { type: string });
  const text = withOptions({ type: fc.constant('text'), text: fc.string() });
  const image = withOptions({
    type: fc.constant('image'),
    image: fc.constantFrom('iVBORw0KGgo=', 'https://example.com/a.png'),
    mediaType: fc.constantFrom(undefined, 'image/png'),
  });
  const file = withOptions({
    type: fc.constant('file'),
    data: fc.constantFrom<unknown>('aGk=', { type: 'url', url: 'https://example.com/a' }),
    mediaType: fc.constantFrom('image/webp', 'image', 'application/pdf'),
    filename: fc.constantFrom(undefined, 'a.pdf'),
  });
  const call = withOptions({
    type: fc.constant('tool-call'),
    toolCallId: word,
    toolName: word,
    input: json,
    providerExecuted: fc.constantFrom(undefined, true),
  });
  const result = withOptions({
    type: fc.constant('tool-result'),
    toolCallId: word,
    toolName: word,
    output: fc.oneof(
      fc.record({ type: fc.constantFrom('text', 'error-text'), value: fc.string() }),
      fc.record({ type: fc.constantFrom('json', 'error-json'), value: json }),
      fc.record({ type: fc.constant('execution-denied'), reason: word }),
      fc.record({
        type: fc.constant('content'),
        value: fc.array(
          fc.oneof(
            fc.record({ type: fc.constant('text'), text: fc.string() }),
            fc.record({
              type: fc.constant('image-data'),
              data: word,
              mediaType: fc.constant('image/gif'),
            }),
            fc.record({ type: fc.constant('image-url'), url: fc.webUrl() }),
            fc.record({ type: fc.constant('file-id'), fileId: word }),
          ),
        ),
      }),
    ),
  });
  const thought = withOptions({ type: fc.constant('reasoning'), text: fc.string() });
  const unknown = withOptions({ type: fc.constant('tool-approval-request'), approvalId: word });
  const parts = (...kinds: fc.Arbitrary<{ type: string }>[]) => fc.array(fc.oneof(...kinds));
  const messages: fc.Arbitrary<AiSdkMessage[]> = fc.array(
    fc.oneof(
      fc.record({ role: fc.constant('system' as const), content: fc.string() }),
      fc.record({
        role: fc.constant('user' as const),
        content: fc.oneof(fc.string(), parts(text, image, file, unknown)),
      }),
      fc.record({
        role: fc.constant('assistant' as const),
        content: fc.oneof(fc.string(), parts(text, thought, call, result, file, unknown)),
      }),
      fc.record({ role: fc.constant('tool' as const), content: parts(result, unknown) }),
    ),
  );

  test('what went in comes out, unknown parts and fields too', () => {
    fc.assert(
      fc.property(messages, (given) => {
        expect(toAiSdk(fromAiSdk(given))).toEqual(given);
      }),
    );
  });

  test('bytes and URL objects come back as they were', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const given: AiSdkMessageLike[] = [
      {
        role: 'user',
        content: [
          { type: 'image', image: bytes },
          { type: 'image', image: new URL('https://example.com/a.png') },
        ],
      },
    ];
    expect(toAiSdk(fromAiSdk(given))).toEqual(given);
    expect(toAnthropic(fromAiSdk(given)).messages[0]?.content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    ]);
  });

  test('through Anthropic and back, calls, results, thoughts and texts survive', () => {
    const given: AiSdkMessageLike[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Where?' },
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'Look.',
            providerOptions: { anthropic: { signature: 's1' } },
          },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { path: 'a' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'read',
            output: { type: 'error-text', value: 'no such file' },
          },
        ],
      },
    ];
    const there = toAnthropic(fromAiSdk(given));
    expect(there).toEqual({
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'Where?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Look.', signature: 's1' },
            { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'no such file', is_error: true },
          ],
        },
      ],
    });
    expect(toAiSdk(fromAnthropic(there)).filter(({ content }) => content.length > 0)).toEqual(
      given,
    );
  });
});

describe('Anthropic', () => {
  const block = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc
      .record({ ...fields, cache_control: fc.constantFrom(undefined, { type: 'ephemeral' }) })
      .map((part) => plain(part) as unknown as { type: string });
  const text = block({ type: fc.constant('text'), text: fc.string() });
  const image = block({
    type: fc.constant('image'),
    source: fc.constantFrom<unknown>(
      { type: 'base64', media_type: 'image/png', data: 'aGk=' },
      { type: 'url', url: 'https://example.com/a.png' },
      { type: 'file', file_id: 'f1' },
    ),
  });
  const thought = block({
    type: fc.constant('thinking'),
    thinking: fc.string(),
    signature: fc.constantFrom(undefined, 's'),
  });
  const hidden = block({ type: fc.constant('redacted_thinking'), data: word });
  const call = block({
    type: fc.constantFrom('tool_use', 'server_tool_use', 'mcp_tool_use'),
    id: word,
    name: word,
    input: json,
  });
  const result = block({
    type: fc.constantFrom('tool_result', 'web_search_tool_result'),
    tool_use_id: word,
    content: fc.oneof(
      fc.constant(undefined),
      fc.string(),
      fc.array(fc.oneof(text, image)),
      fc.record({ type: fc.constant('web_search_tool_result_error'), error_code: word }),
    ),
    is_error: fc.constantFrom(undefined, true, false),
  });
  const unknown = block({ type: fc.constant('document'), source: json });
  const content = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(text, image, thought, hidden, call, result, unknown)),
  );
  const conversation: fc.Arbitrary<AnthropicConversation> = fc
    .record({
      system: fc.oneof(fc.constant(undefined), fc.string(), fc.array(text)),
      messages: fc.array(
        fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content }),
      ),
    })
    .map((made) => plain(made) as AnthropicConversation);

  test('what went in comes out, unknown blocks and fields too', () => {
    fc.assert(
      fc.property(conversation, (given) => {
        expect(toAnthropic(fromAnthropic(given))).toEqual(given);
      }),
    );
  });

  test('a result beside words of the user gets a message of its own in the AI SDK', () => {
    const messages = fromAnthropic({
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c', name: 'ls', input: {} }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c', content: 'a.txt' },
            { type: 'text', text: 'Now go on.' },
          ],
        },
      ],
    });
    expect(toAiSdk(messages).map(({ role }) => role)).toEqual(['assistant', 'tool', 'user']);
    expect(toAiSdk(messages)[1]?.content).toEqual([
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'ls',
        output: { type: 'text', value: 'a.txt' },
      },
    ]);
  });
});

describe('a transcript of unknown shape', () => {
  test('our own messages come back from JSON', () => {
    const messages = fromAiSdk([
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'ls', input: { a: 1 } }],
      },
    ]);
    const read = readTranscript(JSON.stringify(messages));
    expect(read).toEqual({ format: 'mem', messages, viewStart: 0, problems: [] });
  });

  test('is recognised by what only one shape has', () => {
    const formatOf = (part: unknown) =>
      readTranscript(JSON.stringify({ messages: [{ role: 'user', content: [part] }] })).format;
    expect(formatOf({ type: 'tool-result', toolCallId: 'c', toolName: 'n' })).toBe('ai-sdk');
    expect(formatOf({ type: 'tool_result', tool_use_id: 'c' })).toBe('anthropic');
    expect(formatOf({ type: 'tool-result', callId: 'c', output: '' })).toBe('mem');
    expect(formatOf({ type: 'text', text: 'x' })).toBe('mem');
  });

  test('one bad line or message hides none of the others', () => {
    const good = JSON.stringify({ role: 'user', content: 'still here' });
    for (const bad of ['{"role":"us', '17', '{"role":"nobody","content":"x"}', '{"role":"user"}']) {
      const { messages, problems } = readTranscript(`${good}\n${bad}\n${good}\n`);
      expect(messages.map(({ content }) => content)).toEqual(['still here', 'still here']);
      expect(problems.map(({ line }) => line)).toEqual([2]);
    }
  });

  test('never throws, whatever it is given', () => {
    const shapes = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.oneof(fc.json(), fc.string())).map((lines) => lines.join('\n')),
      fc
        .array(fc.record({ role: fc.constantFrom('user', 'tool', 7), content: fc.jsonValue() }))
        .map((messages) => JSON.stringify(messages)),
    );
    fc.assert(fc.property(shapes, (text) => void readTranscript(text)));
  });
});
