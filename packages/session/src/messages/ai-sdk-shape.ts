import type { Role } from './message.js';

/** A part of the AI SDK's messages: its `type`, and what belongs to it. */
export type AiSdkPart = { readonly type: string };

/** The least that `ModelMessage` of the AI SDK (versions 5 to 7) has. */
export interface AiSdkMessage {
  readonly role: Role;
  readonly content: string | readonly AiSdkPart[];
}

/** The same as it is taken: the SDK's own types and plain objects fit, whatever their parts hold. */
export interface AiSdkMessageLike {
  readonly role: Role;
  readonly content: string | readonly object[];
}

export const aiSdkFormat = 'ai-sdk';
/** The `output` of a result that has no shape of ours, as it was. */
export const outputFormat = 'ai-sdk-output';
