import { spawn } from 'node:child_process';
import type { Sandbox } from './sandbox.js';

/** What one call of the program gave. */
export interface Answer {
  readonly arguments: readonly string[];
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON; undefined when it is none. */
  readonly json: unknown;
  /** Why the call says nothing about the product: a signal, a time-out, a crash at start. */
  readonly broken?: string;
}

/** Calls the program; with `input` on its standard input. Never rejects for what the program does. */
export type Mem = (
  place: Pick<Sandbox, 'root' | 'environment'>,
  args: readonly string[],
  input?: string,
) => Promise<Answer>;

const patience = 60_000;

export function memProgram(file: string): Mem {
  const script = /\.[cm]?js$/.test(file);
  return async (place, args, input) => {
    if (args.some((arg) => arg.includes('\0'))) return refusedBySystem(args);
    const [command, words] = script ? [process.execPath, [file, ...args]] : [file, [...args]];
    return run(command, words, args, place, input);
  };
}

/** No program can be given an argument with NUL: the call ends before it begins. */
function refusedBySystem(args: readonly string[]): Answer {
  const stderr = 'an argument holds NUL, which no argument can';
  return { arguments: args, exitCode: 2, stdout: '', stderr, json: undefined };
}

function run(
  command: string,
  words: string[],
  args: readonly string[],
  place: Parameters<Mem>[0],
  input = '',
): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      cwd: place.root,
      env: place.environment,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    child.stdout.on('data', (chunk: Buffer) => output.stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.stderr.push(chunk));
    // A program that does not read its input closes the pipe early.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, patience);
    const finish = (exitCode: number, broken?: string) => {
      clearTimeout(timer);
      const stdout = Buffer.concat(output.stdout).toString('utf8');
      const stderr = Buffer.concat(output.stderr).toString('utf8');
      const answer = { arguments: args, exitCode, stdout, stderr, json: parsed(stdout) };
      resolve(broken === undefined ? answer : { ...answer, broken });
    };
    child.on('error', (error) => finish(-1, error.message));
    child.on('close', (code, signal) => {
      if (timedOut) finish(-1, `no answer within ${patience / 1000} s`);
      else if (signal !== null) finish(-1, `ended by ${signal}`);
      else finish(code ?? -1);
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
