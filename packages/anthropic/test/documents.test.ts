import { expect, test } from 'vitest';
import { checkTypes, codeOn, layOut, outputOf, promisedOutput } from '../../memfs/test/example.js';
import * as exported from '../src/index.js';

const page = 'packages/anthropic/README.md';

/** In the place of the API: saves what it is asked to, and ends. */
const playedApi = `
const turns = [
  [{ type: 'tool_use', id: 'toolu_1', name: 'memory', input: {
    command: 'create', path: '/memories/deploys.md', file_text: 'We deploy on Tuesdays.\\n' } }],
  [{ type: 'text', text: 'I will remember that.' }],
];
const client = new Anthropic({
  apiKey: 'none',
  fetch: async () => {
    const content = turns.shift();
    const stop_reason = content?.[0]?.type === 'tool_use' ? 'tool_use' : 'end_turn';
    return Response.json({ id: 'msg', type: 'message', role: 'assistant', model: 'played',
      content, stop_reason, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } });
  },
});`;

test('the code of the README compiles and prints what it says', async () => {
  const code = codeOn(page);
  expect(code).toContain('const client = new Anthropic();');
  checkTypes(layOut('readme', code, 'packages/anthropic'));
  const played = code.replace('const client = new Anthropic();', playedApi);
  const file = layOut('readme-played', played, 'packages/anthropic');
  expect(promisedOutput(code)).not.toBe('');
  expect(await outputOf(file)).toBe(promisedOutput(code));
});

test('what is exported', () => {
  expect(Object.keys(exported)).toEqual(['createMemoryTool']);
});
