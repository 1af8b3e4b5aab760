import type { LanguageModel } from 'ai';
import { type GenerateOptions, generate } from './generate.js';

/** What `@mem/session` asks of a model. */
export interface TextRequest {
  /** The standing instructions. */
  readonly system: string;
  readonly prompt: string;
  /** The answer need not be longer than this. */
  readonly maxTokens?: number | undefined;
}

export type TextFunction = (request: TextRequest, signal: AbortSignal) => Promise<string>;

/**
 * A model of the AI SDK as the function that `@mem/session` takes wherever it needs a model. It
 * resolves to the text of the answer, and rejects with one line when there is none.
 */
export function modelFunction(model: LanguageModel, options: GenerateOptions = {}): TextFunction {
  return ({ system, prompt, maxTokens }, signal) =>
    generate(model, { system, prompt, maxOutputTokens: maxTokens }, options, signal);
}
