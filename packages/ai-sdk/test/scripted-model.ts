import { MockLanguageModelV3 } from 'ai/test';

type Result = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;
export type ModelCall = Parameters<MockLanguageModelV3['doGenerate']>[0];

/** What the model does at one call: a text, or tools that it calls. */
export type Turn = string | readonly ToolUse[];
export type ToolUse = readonly [toolName: string, input: unknown];

/** A model of the SDK that does what it is told, turn by turn, and keeps what it was sent. */
export function scriptedModel(...turns: readonly Turn[]): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: turns.map((turn, at) => resultOf(turn, at)),
  });
}

/** A model that answers by itself. */
export function modelThat(run: (call: ModelCall) => Promise<string> | string): MockLanguageModelV3 {
  return new MockLanguageModelV3({ doGenerate: async (call) => resultOf(await run(call), 0) });
}

export function resultOf(turn: Turn, at: number, reason?: 'length'): Result {
  const calls = typeof turn === 'string' ? undefined : turn;
  return {
    content:
      calls?.map(([toolName, input], index) => ({
        type: 'tool-call',
        toolCallId: `call-${at}-${index}`,
        toolName,
        input: JSON.stringify(input),
      })) ?? (turn === '' ? [] : [{ type: 'text', text: String(turn) }]),
    finishReason: { unified: reason ?? (calls ? 'tool-calls' : 'stop'), raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 1, text: 1, reasoning: undefined },
    },
    warnings: [],
  };
}

/** The text of everything that a model was sent in one call. */
export function promptOf(call: ModelCall | undefined): string {
  return JSON.stringify(call?.prompt);
}
