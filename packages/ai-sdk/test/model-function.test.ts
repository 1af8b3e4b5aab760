import type { ModelFunction } from '@mem/session';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, test } from 'vitest';
import { modelFunction } from '../src/index.js';
import { modelThat, resultOf, scriptedModel } from './scripted-model.js';

const request = { system: 'Be brief.', prompt: 'Which day?', purpose: 'notes' } as const;
const never = new AbortController().signal;

test('it is the function that @mem/session takes, and asks what it is told', async () => {
  const model = scriptedModel('Tuesday');
  const ask: ModelFunction = modelFunction(model);
  expect(await ask({ ...request, maxTokens: 77 }, never)).toBe('Tuesday');
  const [call] = model.doGenerateCalls;
  expect(call).toMatchObject({
    maxOutputTokens: 77,
    prompt: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Which day?' }] },
    ],
  });
});

test('a signal that is aborted ends it, and reaches the model', async () => {
  let heard: unknown;
  const model = modelThat(
    ({ abortSignal }) =>
      new Promise(() => {
        abortSignal?.addEventListener('abort', () => {
          heard = abortSignal.reason;
        });
      }),
  );
  const controller = new AbortController();
  const asked = modelFunction(model)(request, controller.signal);
  setTimeout(() => controller.abort(), 20);
  await expect(asked).rejects.toThrow('The model’s answer was called off.');
  expect(heard).toBeInstanceOf(Error);
});

test('with a signal that was aborted before, nothing is asked', async () => {
  const model = scriptedModel('Tuesday');
  await expect(modelFunction(model)(request, AbortSignal.abort())).rejects.toThrow('called off');
  expect(model.doGenerateCalls).toHaveLength(0);
});

test('a model that hangs is not waited for', async () => {
  const model = modelThat(() => new Promise(() => {}));
  const started = performance.now();
  await expect(modelFunction(model, { timeLimit: 50 })(request, never)).rejects.toThrow(
    'The model did not answer within 50 ms.',
  );
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('a failure is one line, with its cause', async () => {
  const page = new Error(`Over quota\n<html>${'x'.repeat(10_000)}</html>`);
  const model = modelThat(() => {
    throw page;
  });
  const failure = modelFunction(model, { maxRetries: 0 })(request, never);
  await expect(failure).rejects.toMatchObject({ message: 'Over quota', cause: page });
});

test.each([
  ['nothing', resultOf('', 0)],
  ['blanks', resultOf(' \n', 0)],
  ['nothing but thoughts, up to its limit', resultOf('', 0, 'length')],
])('an answer of %s is none', async (_, result) => {
  const model = new MockLanguageModelV3({ doGenerate: result });
  await expect(modelFunction(model)(request, never)).rejects.toThrow(
    /^The model gave no text \(it ended: (stop|length)\)\.$/,
  );
});
