import type { ChildProcess } from 'node:child_process';
import { GitError } from './git-error.js';
import { failureOf } from './git-failure.js';
import type { GitCallOptions, GitOutput } from './run-git.js';

const defaultTimeout = 30_000;
const defaultMaxOutput = 64 * 1024 * 1024;
const maxDetail = 64 * 1024;

/** One running command: gathers what it prints and settles the promise once. */
export class RunningGit {
  readonly #child: ChildProcess;
  readonly #command: string;
  readonly #options: GitCallOptions;
  readonly #parts: Buffer[] = [];
  readonly #isGroup: boolean;
  #length = 0;
  #detail = '';
  #ended: GitError | undefined;

  constructor(
    child: ChildProcess,
    call: { command: string; options: GitCallOptions; isGroup: boolean },
  ) {
    this.#child = child;
    this.#command = call.command;
    this.#options = call.options;
    this.#isGroup = call.isGroup;
  }

  /** @throws GitError, or what the system says when git could not be started */
  outcome(): Promise<GitOutput> {
    const child = this.#child;
    const { timeout = defaultTimeout, input = '', converse, started } = this.#options;
    const timer = setTimeout(() => this.#timeOut(), timeout);
    const settled = new Promise<GitOutput>((resolve, reject) => {
      child.on('error', (error) => reject(this.#ended ?? error));
      child.on('close', (code) => {
        const outcome = this.#outcomeOf(code);
        if (outcome instanceof GitError) reject(outcome);
        else resolve(outcome);
      });
    });
    // A git that ends early closes its input: its exit code tells why, not the broken pipe.
    child.stdin?.on('error', () => {});
    child.stdout?.on('data', (part: Buffer) => this.#take(part));
    child.stderr?.on('data', (part: Buffer) => {
      if (this.#detail.length < maxDetail) this.#detail += part.toString('utf8');
    });
    if (child.pid !== undefined) started?.(child.pid);
    if (converse) child.stdin?.write(input);
    else child.stdin?.end(input);
    return settled.finally(() => clearTimeout(timer));
  }

  #take(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > (this.#options.maxOutput ?? defaultMaxOutput)) {
      this.#tooMuch();
      return;
    }
    this.#parts.push(part);
    this.#answer(part);
  }

  #answer(part: Buffer): void {
    if (!this.#options.converse || this.#ended) return;
    try {
      const answer = this.#options.converse(part);
      if (answer !== undefined) this.#child.stdin?.end(answer);
    } catch (error) {
      this.#end(new GitError('failed', `git ${this.#command} was given up.`, { cause: error }));
    }
  }

  #outcomeOf(code: number | null): GitOutput | GitError {
    if (this.#ended) return this.#ended;
    const exitCode = code ?? -1;
    if (exitCode === 0 || this.#options.answers?.includes(exitCode)) {
      return { stdout: Buffer.concat(this.#parts), exitCode };
    }
    return failureOf(this.#command, exitCode, this.#detail);
  }

  #timeOut(): void {
    const seconds = Math.round((this.#options.timeout ?? defaultTimeout) / 1000);
    this.#end(
      new GitError('time-out', `git ${this.#command} was ended after ${seconds} s. Try again.`),
    );
  }

  #tooMuch(): void {
    this.#end(new GitError('too-much-output', `git ${this.#command} printed more than allowed.`));
  }

  #kill(): void {
    const { pid } = this.#child;
    if (!this.#isGroup || pid === undefined) {
      this.#child.kill('SIGKILL');
      return;
    }
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // They are gone.
    }
  }

  #end(error: GitError): void {
    this.#ended ??= error;
    this.#kill();
    // What git has started may hold the pipes open: do not wait for it.
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }
}
