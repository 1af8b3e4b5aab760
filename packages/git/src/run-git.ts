import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { gitEnvironment } from './git-environment.js';
import { GitError } from './git-error.js';
import { failureOf } from './git-failure.js';
import type { GitProgram } from './git-program.js';
import { type Setting, safeConfig, safeFlags } from './safe-config.js';

/** Where git runs. Without a `gitDir` it looks for the repository around `cwd` itself. */
export interface GitPlace {
  readonly cwd: string;
  readonly gitDir?: string;
  readonly workTree?: string;
  /** Another index than the repository's own. */
  readonly indexFile?: string;
}

export interface GitCallOptions {
  /** What git reads on its standard input. */
  readonly input?: string | Uint8Array;
  /**
   * Keeps git's input open and is called with each part of the output as it comes. The first text
   * that it returns is written to git as the end of the input; when it throws, git is ended.
   */
  readonly converse?: (part: Buffer) => string | undefined;
  /** Called with the number of git's process. */
  readonly started?: (pid: number) => void;
  /** More settings of git's configuration. */
  readonly config?: readonly Setting[];
  /** In milliseconds; 30 s when omitted. Git is ended after it. */
  readonly timeout?: number;
  /** In bytes; 64 MiB when omitted. Git is ended when it prints more. */
  readonly maxOutput?: number;
  /** May it reach other machines? Only then are credentials and ssh there for it. */
  readonly network?: boolean;
  /** Set for commands that write: others take no lock, not even to save work they have done. */
  readonly writes?: boolean;
  /** Exit codes that are an answer; only 0 when omitted. */
  readonly answers?: readonly number[];
}

export interface GitOutput {
  readonly stdout: Buffer;
  readonly exitCode: number;
}

/**
 * Runs one command of git: no shell, nothing inherited that redirects it, nothing of a
 * repository's configuration that runs programs, no prompt, bounded time and output. Paths in the
 * arguments are literal; put `--end-of-options` or `--` in front of values that come from elsewhere.
 *
 * @throws GitError whose `failure` says why
 */
export function runGit(
  program: GitProgram,
  place: GitPlace,
  [command = '', ...rest]: readonly string[],
  options: GitCallOptions = {},
): Promise<GitOutput> {
  const network = options.network ?? false;
  const args = [
    '--no-pager',
    ...(knowsNoLiteralPaths.has(command) ? [] : ['--literal-pathspecs']),
    ...(place.gitDir === undefined ? [] : [`--git-dir=${place.gitDir}`]),
    ...(place.workTree === undefined ? [] : [`--work-tree=${place.workTree}`]),
    command,
    ...safeFlags(command),
    ...rest,
  ];
  const environment = gitEnvironment(program.environment ?? process.env, {
    network,
    writes: options.writes ?? false,
    settings: [...safeConfig(program, network), ...(options.config ?? [])],
  });
  if (place.indexFile !== undefined) environment.GIT_INDEX_FILE = place.indexFile;
  return new Promise((resolve, reject) => {
    const child = spawn(program.command ?? 'git', args, {
      cwd: place.cwd,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    new Call(child, command, place, options, resolve, reject);
  });
}

/** They take paths as they are, but for a colon in front: give them paths that begin with `./`. */
const knowsNoLiteralPaths = new Set(['check-ignore', 'check-attr']);

const defaultTimeout = 30_000;
const defaultMaxOutput = 64 * 1024 * 1024;
const maxDetail = 64 * 1024;

/** One running command: gathers what it prints and settles the promise once. */
class Call {
  readonly #child: ChildProcess;
  readonly #command: string;
  readonly #options: GitCallOptions;
  readonly #parts: Buffer[] = [];
  #length = 0;
  #detail = '';
  #ended: GitError | undefined;

  constructor(
    child: ChildProcess,
    command: string,
    place: GitPlace,
    options: GitCallOptions,
    resolve: (output: GitOutput) => void,
    reject: (error: unknown) => void,
  ) {
    this.#child = child;
    this.#command = command;
    this.#options = options;
    const timer = setTimeout(() => this.#timeOut(), options.timeout ?? defaultTimeout);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(this.#ended ?? notStarted(error, place));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      const outcome = this.#outcome(code);
      if (outcome instanceof GitError) reject(outcome);
      else resolve(outcome);
    });
    // A git that ends early closes its input: its exit code tells why, not the broken pipe.
    child.stdin?.on('error', () => {});
    child.stdout?.on('data', (part: Buffer) => this.#take(part));
    child.stderr?.on('data', (part: Buffer) => {
      if (this.#detail.length < maxDetail) this.#detail += part.toString('utf8');
    });
    if (child.pid !== undefined) options.started?.(child.pid);
    if (options.converse) child.stdin?.write(options.input ?? '');
    else child.stdin?.end(options.input ?? '');
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

  #outcome(code: number | null): GitOutput | GitError {
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

  #end(error: GitError): void {
    this.#ended ??= error;
    this.#child.kill('SIGKILL');
    // What git has started may hold the pipes open: do not wait for it.
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }
}

function notStarted(error: Error, place: GitPlace): GitError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' && existsSync(place.cwd)) {
    return new GitError(
      'missing',
      'git is not installed, or not on the PATH. Install git, or use the memory without history.',
      { cause: error },
    );
  }
  const reason = code === 'ENOENT' ? 'the folder does not exist' : (code ?? 'unknown error');
  return new GitError('failed', `git could not be started: ${reason}.`, { cause: error });
}
