import { expect, test } from 'vitest';
import { checkTypes, codeOn, layOut, outputOf, promisedOutput } from '../../memfs/test/example.js';
import * as exported from '../src/index.js';

const page = 'packages/ai-sdk/README.md';
const provider = "import { anthropic } from '@ai-sdk/anthropic';";

/** In the place of a provider: a model that does what the page says it does. */
const playedProvider = `
import { MockLanguageModelV3 } from 'ai/test';
const usage = { inputTokens: {}, outputTokens: {} } as never;
const save = (input: object) => [{ type: 'tool-call', toolCallId: '1', toolName: 'save_memory', input: JSON.stringify(input) }];
const contentFor = (prompt: string) => {
  if (prompt.includes('"tool-result"')) return 'I will remember that.';
  if (prompt.includes('You choose which notes')) {
    return '[' + /number\\\\":(\\d+),\\\\"name\\\\":\\\\"Deploys/.exec(prompt)?.[1] + ']';
  }
  if (prompt.includes('Remember: we deploy')) {
    return save({ name: 'Deploys', type: 'project', description: 'Deploys run on Tuesdays', body: 'Tuesdays only.' });
  }
  if (prompt.includes('Remember: the gateway')) {
    return save({ name: 'Gateway', type: 'project', description: 'The gateway is drained before a deploy', body: 'Drain it first.' });
  }
  return '# Workflow\\nThe gateway is drained before a deploy.';
};
const anthropic = (_: string) => new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const content = contentFor(JSON.stringify(prompt));
    return {
      content: (typeof content === 'string' ? [{ type: 'text', text: content }] : content) as never,
      finishReason: { unified: typeof content === 'string' ? 'stop' : 'tool-calls', raw: undefined },
      usage,
      warnings: [],
    };
  },
});`;

test('the code of the README compiles and prints what it says', async () => {
  const code = codeOn(page);
  expect(code).toContain(provider);
  const file = layOut('readme', code.replace(provider, playedProvider), 'packages/ai-sdk');
  checkTypes(file);
  expect(promisedOutput(code)).not.toBe('');
  expect(await outputOf(file)).toBe(promisedOutput(code));
});

test('what is exported', () => {
  expect(Object.keys(exported)).toEqual(['memoryTools', 'modelFunction', 'modelSelector']);
});
