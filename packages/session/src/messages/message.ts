export type Role = 'system' | 'user' | 'assistant' | 'tool';

/**
 * One message of a conversation, in the least shape that everything here needs. The converters
 * make it from, and turn it back into, the shapes of the AI SDK, of Anthropic's API and of Claude
 * Code's transcripts.
 */
export interface Message {
  readonly role: Role;
  /** A string is the same as one text part. */
  readonly content: string | readonly Part[];
  readonly id?: string;
  /** When it was said, ISO 8601. */
  readonly at?: string;
  readonly extra?: Extra;
}

export type Part = TextPart | ThinkingPart | ToolCallPart | ToolResultPart | ImagePart | OtherPart;

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly extra?: Extra;
}

/** What a model thought before it answered. */
export interface ThinkingPart {
  readonly type: 'thinking';
  /** Empty when the provider keeps it to itself (`redacted`). */
  readonly text: string;
  /** The provider's proof that the text is its own; it must come back unchanged. */
  readonly signature?: string;
  /** The thought as the provider encrypted it. */
  readonly redacted?: string;
  readonly extra?: Extra;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
  readonly extra?: Extra;
}

export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly callId: string;
  /** The tool's name, where the source says it. */
  readonly name?: string;
  readonly output: string | readonly Part[];
  readonly isError?: boolean;
  readonly extra?: Extra;
}

/** Holds either the picture itself or where it is. */
export interface ImagePart {
  readonly type: 'image';
  /** `image/png`, … */
  readonly mediaType?: string;
  /** The bytes, or these in base64. */
  readonly data?: string | Uint8Array;
  readonly url?: string;
  readonly extra?: Extra;
}

/** Whatever else a source holds, kept as it was. */
export interface OtherPart {
  readonly type: 'other';
  /** Whose shape the value has: `ai-sdk`, `anthropic`, `json`, … */
  readonly format: string;
  readonly value: unknown;
}

/** Fields of the source that have no name here; they come back when it is turned into that shape. */
export interface Extra {
  readonly format: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
