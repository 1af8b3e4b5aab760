import { type ChildProcess, spawn } from 'node:child_process';
import type { ModelFunction, ModelRequest } from '@mem/session';
import type { World } from '../world.js';

/** Of an answer, in bytes: far more than any model says. */
const longestAnswer = 4 * 1024 * 1024;

/**
 * A model behind a program: it gets the instructions, an empty line and the prompt on standard
 * input, and prints the answer. No shell has a part in it. What it is asked for is in
 * MEM_MODEL_PURPOSE and MEM_MODEL_MAX_TOKENS.
 */
export function commandModel(words: readonly string[], world: World): ModelFunction {
  return async (request, signal) => {
    const child = start(words, request, world);
    const stop = () => kill(child, world);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await answerOf(child, `${request.system}\n\n${request.prompt}\n`, stop);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}

function start(words: readonly string[], request: ModelRequest, world: World): ChildProcess {
  const [program = '', ...args] = words;
  const { purpose, maxTokens } = request;
  return spawn(program, args, {
    cwd: world.workingDirectory,
    env: {
      ...world.environment,
      MEM_MODEL_PURPOSE: purpose,
      ...(maxTokens !== undefined && { MEM_MODEL_MAX_TOKENS: String(maxTokens) }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A group of its own, so that what the program starts ends with it.
    detached: world.platform !== 'win32',
  });
}

function kill(child: ChildProcess, { platform }: World): void {
  try {
    if (platform !== 'win32' && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function answerOf(child: ChildProcess, input: string, stop: () => void): Promise<string> {
  const answer: Buffer[] = [];
  const complaint: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (bytes: Buffer) => {
      size += bytes.length;
      if (size <= longestAnswer) answer.push(bytes);
      else {
        reject(new Error('the program of --model-command does not stop printing'));
        stop();
      }
    });
    child.stderr?.on('data', (bytes: Buffer) => {
      if (complaint.length < 64) complaint.push(bytes);
    });
    // A program that answers without reading to the end is no failure.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.on('error', (error: NodeJS.ErrnoException) => reject(notStarted(error)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(answer).toString('utf8'));
      else reject(failed(code, signal, Buffer.concat(complaint).toString('utf8')));
    });
  });
}

function notStarted({ code }: NodeJS.ErrnoException): Error {
  const why = code === 'ENOENT' ? 'is not there' : `cannot be started (${code ?? 'unknown'})`;
  return new Error(`the program of --model-command ${why}`);
}

function failed(code: number | null, signal: string | null, complaint: string): Error {
  const said = complaint.split('\n').find((line) => line.trim() !== '');
  const why = said === undefined ? '' : `: ${said.trim().slice(0, 200)}`;
  return new Error(`the program of --model-command ended with ${code ?? signal}${why}`);
}
