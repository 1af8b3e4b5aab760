import { generateText, type LanguageModel } from 'ai';

export interface AskedText {
  readonly system: string;
  readonly prompt: string;
  readonly maxOutputTokens?: number | undefined;
}

export interface GenerateOptions {
  /** Waited for at most, in milliseconds, retries included; 60,000 when omitted. */
  readonly timeLimit?: number | undefined;
  /** How often a call that failed for a passing reason is repeated; 2 when omitted. */
  readonly maxRetries?: number | undefined;
}

const defaultTimeLimit = 60_000;

/**
 * The text of the model's answer. Rejects with one line when there is none, when the signal is
 * aborted and when the time is over, whether or not the model heeds either.
 */
export async function generate(
  model: LanguageModel,
  { system, prompt, maxOutputTokens }: AskedText,
  { timeLimit = defaultTimeLimit, maxRetries }: GenerateOptions,
  signal: AbortSignal,
): Promise<string> {
  const controller = new AbortController();
  const { promise: stopped, stop } = stopSign(controller);
  const onAbort = () => stop('The model’s answer was called off.');
  const timer = setTimeout(
    () => stop(`The model did not answer within ${timeLimit} ms.`),
    timeLimit,
  );
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const answer = Promise.resolve().then(() => {
      controller.signal.throwIfAborted();
      return generateText({
        model,
        system,
        prompt,
        abortSignal: controller.signal,
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
        ...(maxRetries !== undefined && { maxRetries }),
      });
    });
    const { text, finishReason } = await Promise.race([answer, stopped]);
    if (text.trim() === '') throw new Error(`The model gave no text (it ended: ${finishReason}).`);
    return text;
  } catch (error) {
    throw asOneLine(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Rejects when it is stopped, and aborts what is under way. */
function stopSign(controller: AbortController): {
  readonly promise: Promise<never>;
  readonly stop: (why: string) => void;
} {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, no) => {
    reject = no;
  });
  // Nobody may be waiting any more when it is stopped.
  promise.catch(() => {});
  const stop = (why: string) => {
    const error = new Error(why);
    reject(error);
    controller.abort(error);
  };
  return { promise, stop };
}

const maxMessage = 300;

/** Providers put whole pages into their messages. */
function asOneLine(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.split('\n', 1)[0]?.slice(0, maxMessage) || 'The model failed without a word.';
  return line === text && error instanceof Error ? error : new Error(line, { cause: error });
}
