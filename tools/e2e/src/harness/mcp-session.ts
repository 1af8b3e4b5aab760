import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A conversation with an MCP server over its standard input and output, as raw as it is. */
export class McpSession {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: string) => void>();
  #last = 0;

  constructor(program: string, args: readonly string[]) {
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface(this.#child.stdout as NodeJS.ReadableStream).on('line', (line) => {
      const { id } = JSON.parse(line) as { id?: number };
      if (id !== undefined) this.#waiting.get(id)?.(line);
    });
  }

  async begin(): Promise<void> {
    const clientInfo = { name: 'harness', version: '1.0.0' };
    await this.#ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
  }

  /** The whole reply as it came. */
  call(name: string, values: object): Promise<string> {
    return this.#ask('tools/call', { name, arguments: values });
  }

  end(): void {
    this.#child.kill();
  }

  #ask(method: string, params: object): Promise<string> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
