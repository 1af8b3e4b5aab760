/** What a model is wanted for; a caller may choose a smaller model for some of them. */
export type ModelPurpose = 'select' | 'notes' | 'distill' | 'extract' | 'summarise';

export interface ModelRequest {
  /** The standing instructions. */
  readonly system: string;
  readonly prompt: string;
  /** The answer need not be longer than this. */
  readonly maxTokens?: number;
  readonly purpose: ModelPurpose;
}

/**
 * Any language model: resolves to the text of its answer, rejects when there is none. The signal
 * is aborted when nobody waits for the answer any more.
 */
export type ModelFunction = (request: ModelRequest, signal: AbortSignal) => Promise<string>;
