import type { ModelFunction, ModelRequest } from './model.js';

export interface AskOptions {
  /** In milliseconds; 60,000 when omitted. */
  readonly timeLimit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The model's answer, or one line that says why there is none. */
export type Answer = { readonly text: string } | { readonly problem: string };

/** Asks the model, and waits no longer than the limit, whether or not it heeds its signal. Never throws. */
export async function askModel(
  model: ModelFunction,
  request: ModelRequest,
  { timeLimit = 60_000, signal }: AskOptions = {},
): Promise<Answer> {
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  if (signal?.aborted) return { problem: 'The model was not asked: it was called off.' };
  signal?.addEventListener('abort', stop, { once: true });
  let timer: unknown;
  const given = new Promise<Answer>((resolve) => {
    const late = `The model did not answer within ${timeLimit} ms.`;
    timer = setTimeout(() => {
      resolve({ problem: late });
      controller.abort(new Error(late));
    }, timeLimit);
    controller.signal.addEventListener('abort', () =>
      resolve({ problem: 'The model’s answer was called off.' }),
    );
  });
  try {
    return await Promise.race([given, answerOf(model, request, controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function answerOf(
  model: ModelFunction,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const text: unknown = await model(request, signal);
    return typeof text === 'string' ? { text } : { problem: 'The model’s answer is no text.' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `The model failed: ${why.split('\n', 1)[0]?.slice(0, 300)}` };
  }
}
