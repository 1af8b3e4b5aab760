import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Command } from '../time-programs.js';

// Reading extra certificates costs Node 20 some 37 ms at each start.
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

interface Reply {
  readonly result?: ToolResult;
  readonly error?: { readonly message: string };
}

export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
}

/** A server of the Model Context Protocol as a child, spoken to as clients do. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  constructor([program, ...args]: Command, env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...environment, ...env },
    });
    createInterface(this.#child.stdout!).on('line', (line) => this.#receive(line));
    this.#child.on('exit', (code) => this.#fail(`The server ended with ${code}.`));
  }

  /** The handshake and the list of tools: what a client needs before it can do anything. */
  async begin(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    await this.request('initialize', params);
    this.#send({ method: 'notifications/initialized' });
    await this.request('tools/list', {});
  }

  /** Resolves to the text of the answer. Rejects where the call failed. */
  async call(name: string, args: object): Promise<string> {
    const { content = [], isError } = await this.request('tools/call', { name, arguments: args });
    const text = content.map((part) => part.text ?? '').join('');
    if (isError) throw new Error(`${name}: ${text}`);
    return text;
  }

  async request(method: string, params: object): Promise<ToolResult> {
    const id = ++this.#lastId;
    const reply = await new Promise<Reply>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
    if (reply.result === undefined) throw new Error(`${method}: ${reply.error?.message}`);
    return reply.result;
  }

  /** What it holds of the machine's memory, in megabytes; undefined where it cannot be asked. */
  megabytes(): number | undefined {
    try {
      const text = execFileSync('ps', ['-o', 'rss=', '-p', String(this.#child.pid)]);
      return Number(String(text).trim()) / 1024;
    } catch {
      return undefined;
    }
  }

  async end(): Promise<void> {
    this.#child.removeAllListeners('exit');
    const ended = new Promise((resolve) => this.#child.on('exit', resolve));
    this.#child.kill();
    await ended;
  }

  #send(message: object): void {
    this.#child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #receive(line: string): void {
    const { id, ...reply } = JSON.parse(line) as Reply & { id?: number };
    if (id === undefined) return;
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
  }

  #fail(message: string): void {
    for (const resolve of this.#waiting.values()) resolve({ error: { message } });
    this.#waiting.clear();
  }
}
