import { redactSecrets } from '@mem/core';
import type { ModelFunction, ModelRequest } from '../model.js';

export interface AskOptions {
  /** In milliseconds; 120,000 when omitted. */
  readonly timeLimit?: number | undefined;
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export type ModelAnswer = { readonly text: string } | { readonly failure: string };

const usualTimeLimit = 120_000;
/** A longer answer is no answer to what was asked. */
const maxAnswer = 1_000_000;

/**
 * The model's answer, or why there is none, in one line. Never throws and never waits longer than
 * the limit, also for a model that does not heed its signal.
 */
export async function askModel(
  model: ModelFunction,
  request: ModelRequest,
  { timeLimit = usualTimeLimit, signal }: AskOptions = {},
): Promise<ModelAnswer> {
  if (signal?.aborted) return { failure: 'The model was not asked: it was stopped before.' };
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const givenUp = new Promise<ModelAnswer>((resolve) => {
    const seconds = (timeLimit / 1000).toLocaleString('en-US');
    const late = () => resolve({ failure: `The model did not answer within ${seconds} seconds.` });
    timer = setTimeout(late, timeLimit);
    stop = () => resolve({ failure: 'The model was stopped before it had answered.' });
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([answerOf(model, request, controller.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    controller.abort();
  }
}

async function answerOf(
  model: ModelFunction,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  try {
    const text: unknown = await model(request, signal);
    if (typeof text !== 'string') return { failure: 'The model did not answer with a text.' };
    if (text.length > maxAnswer) return { failure: 'The answer of the model is too long to read.' };
    return { text };
  } catch (error) {
    return {
      failure: `The model failed: ${oneLine(error instanceof Error ? error.message : String(error))}`,
    };
  }
}

const maxMessage = 200;

/** The first line of a message, cut where it is long, without keys that an error may quote. */
export function oneLine(text: string): string {
  const line = (text.trim().split(/[\r\n\u2028\u2029]/, 1)[0] ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  if (line === '') return 'it did not say why.';
  const safe = redactSecrets(line.slice(0, maxMessage * 10));
  return safe.length > maxMessage ? `${safe.slice(0, maxMessage).toWellFormed()}…` : safe;
}
