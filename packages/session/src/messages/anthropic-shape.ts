/** A block of Anthropic's Messages API: its `type`, and what belongs to it. */
export type AnthropicBlock = { readonly type: string };

/** The least that `MessageParam` of the vendor's SDK has. */
export interface AnthropicMessage {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string | readonly AnthropicBlock[];
}

/** The two fields of a request that hold the conversation. */
export interface AnthropicConversation {
  readonly system?: string | readonly AnthropicBlock[];
  readonly messages: readonly AnthropicMessage[];
}

/** The same as it is taken: the SDK's own types and plain objects fit, whatever their blocks hold. */
export interface AnthropicConversationLike {
  readonly system?: string | readonly object[] | undefined;
  readonly messages: readonly AnthropicMessageLike[];
}

export interface AnthropicMessageLike {
  readonly role: AnthropicMessage['role'];
  readonly content: string | readonly object[];
}

export const anthropicFormat = 'anthropic';
/** What a result holds that is neither a string nor a list of blocks. */
export const contentFormat = 'anthropic-content';
