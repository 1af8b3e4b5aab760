import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { program } from './clients.js';

export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The built program with its lines, for what no well-behaved client would send. */
export class RawProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly messages: Message[] = [];
  log = '';
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  #wake: () => void = () => {};

  constructor(args: readonly string[], env: Record<string, string> = {}, cwd?: string) {
    this.child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env.PATH, ...env },
      ...(cwd !== undefined && { cwd }),
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.messages.push(JSON.parse(line) as Message);
      this.#wake();
    });
    this.child.stderr.on('data', (chunk) => {
      this.log += String(chunk);
    });
    this.child.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code, signal) => resolve({ code, signal }));
    });
    onTestFinished(() => {
      this.child.kill('SIGKILL');
    });
  }

  /** Sends the first message of a client of the generation before 2026-07-28, and waits for the answer. */
  async initialize(): Promise<void> {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    };
    this.send({ jsonrpc: '2.0', id: 'first', method: 'initialize', params });
    await this.answer('first');
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  send(message: unknown): void {
    this.line(JSON.stringify(message));
  }

  call(id: number, name: string, args: Record<string, unknown>): void {
    const params = { name, arguments: args };
    this.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
  }

  line(text: string): void {
    this.child.stdin.write(`${text}\n`);
  }

  async answer(id: number | string): Promise<Message> {
    return await this.next((message) => message.id === id);
  }

  async next(wanted: (message: Message) => boolean): Promise<Message> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const found = this.messages.find(wanted);
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`No such message. Log: ${this.log}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
