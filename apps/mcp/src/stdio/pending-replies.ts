import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';

/** The requests that a client still waits for. */
export class PendingReplies {
  readonly #ids = new Set<RequestId>();
  #notify: () => void = () => {};

  received(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      // A subscription is answered when it ends, not before.
      if (message.method !== 'subscriptions/listen') this.#ids.add(message.id);
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId as RequestId | undefined);
    }
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) this.#settle(message.id);
  }

  /** Resolves when all are answered, or after so many milliseconds. */
  async settled(milliseconds: number): Promise<void> {
    if (this.#ids.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#notify = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#ids.delete(id);
    if (this.#ids.size === 0) this.#notify();
  }
}
