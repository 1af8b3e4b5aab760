import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { digestOf } from '../answer/digest.js';
import type { ToolCall } from './tool.js';

/** What a person was asked, sealed: the answer counts for this and nothing else. */
export interface PendingConfirmation {
  readonly tool: string;
  readonly arguments: string;
  /** What the tool wants to know again when it goes on. */
  readonly note: string;
}

export type Confirmation =
  | { readonly kind: 'ask'; readonly result: InputRequiredResult }
  | { readonly kind: 'accepted'; readonly note: string }
  | { readonly kind: 'declined' };

export interface Question {
  /** One or two sentences for the person. */
  readonly message: string;
  /** The label of the box that says yes. */
  readonly yes: string;
  readonly note: string;
}

/** Asks the person behind the client; the call comes again with the answer. */
export async function askPerson(call: ToolCall, question: Question): Promise<Confirmation> {
  const { inputResponses, requestState } = call.context.mcpReq;
  const asked = requestState<PendingConfirmation>();
  const answer = inputResponse(inputResponses, 'confirm');
  if (answer.kind !== 'elicit' || !isAbout(asked, call)) return ask(call, question);
  // Who only presses the button leaves the box as it was: ticked. Clients may leave it out.
  const { confirm = true } = answer.content ?? {};
  if (answer.action !== 'accept' || confirm !== true) return { kind: 'declined' };
  return { kind: 'accepted', note: asked.note };
}

async function ask(call: ToolCall, { message, yes, note }: Question): Promise<Confirmation> {
  const pending = { tool: call.tool, arguments: digestOf(JSON.stringify(call.arguments)), note };
  const result = inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: yes, default: true } },
        },
      }),
    },
    requestState: await call.world.confirmations.mint(pending),
  });
  return { kind: 'ask', result };
}

function isAbout(
  asked: PendingConfirmation | undefined,
  call: ToolCall,
): asked is PendingConfirmation {
  return asked?.tool === call.tool && asked.arguments === digestOf(JSON.stringify(call.arguments));
}
