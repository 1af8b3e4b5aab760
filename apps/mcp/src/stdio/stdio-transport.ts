import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { LineReader, type ReadLine } from './line-reader.js';
import { PendingReplies } from './pending-replies.js';

/** One message, in bytes. Our largest argument is far smaller; a client may send more, and is told. */
const maxLineBytes = 16 * 1024 * 1024;

/** What a message has to wait for before it is handed on; it never rejects. */
type BeforeMessage = (message: JSONRPCMessage) => Promise<unknown> | undefined;

/**
 * Messages as lines on two streams. Unlike the SDK's own transport it answers what is no message
 * (a client would wait for ever), lives on after an overlong one, and does not drop the answers
 * that are still being worked on when the input ends.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new LineReader(maxLineBytes);
  readonly #pending = new PendingReplies();
  readonly #before: BeforeMessage;
  #closed = false;
  #ended: () => void = () => {};

  /** Resolves when there is nothing more to read, or nobody to write to. */
  readonly ended: Promise<void>;

  constructor(input: Readable, output: Writable, before: BeforeMessage = () => undefined) {
    this.#input = input;
    this.#output = output;
    this.#before = before;
    this.ended = new Promise((resolve) => {
      this.#ended = resolve;
    });
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#read(this.#lines.read(chunk)));
    this.#input.on('end', () => {
      this.#read(this.#lines.rest());
      this.#ended();
    });
    this.#input.on('error', () => this.#ended());
    this.#output.on('error', () => this.#ended());
  }

  /** Reads no more, and waits until what was asked is answered, at most so many milliseconds. */
  async finish(milliseconds: number): Promise<void> {
    this.#input.pause();
    this.#input.removeAllListeners('data');
    await this.#pending.settled(milliseconds);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#pending.sent(message);
    if (this.#closed || this.#output.destroyed) return;
    await new Promise<void>((resolve) => {
      // A reader that is gone is known from the stream's own event; nobody waits for this line.
      this.#output.write(serializeMessage(message), () => resolve());
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#ended();
    this.onclose?.();
  }

  #read(lines: Iterable<ReadLine>): void {
    for (const line of lines) {
      if (line.kind === 'long') {
        this.#refuse(ProtocolErrorCode.InvalidRequest, 'The message is larger than 16 MiB.');
      } else if (line.text.trim() !== '') this.#receive(line.text);
    }
  }

  #receive(text: string): void {
    const read = readMessage(text);
    if ('fault' in read) {
      this.#refuse(read.code, read.fault, read.id);
    } else {
      const { message } = read;
      this.#pending.received(message);
      const wait = this.#before(message);
      if (wait === undefined) this.onmessage?.(message);
      else void wait.then(() => this.onmessage?.(message));
    }
  }

  #refuse(code: number, message: string, id?: string | number): void {
    this.onerror?.(new Error(message));
    void this.send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } });
  }
}

type ReadMessage =
  | { readonly message: JSONRPCMessage }
  | { readonly fault: string; readonly code: number; readonly id?: string | number | undefined };

function readMessage(text: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'The line is not valid JSON.', code: ProtocolErrorCode.ParseError };
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    const fault = 'The line is no JSON-RPC 2.0 message.';
    return { fault, code: ProtocolErrorCode.InvalidRequest, id: idOf(value) };
  }
}

function idOf(value: unknown): string | number | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined;
}
