import { type ChildProcess, spawn } from 'node:child_process';
import { builtProgram } from './built-program.ts';

export interface StormEvent {
  readonly begin?: number;
  readonly done?: number;
  readonly save?: string;
  readonly delete?: string;
  readonly body?: string;
  readonly race?: number;
  readonly won?: boolean;
  readonly end?: string;
}

export interface StormWorker {
  readonly process: ChildProcess;
  /** What it has told so far. */
  readonly events: StormEvent[];
  /** Called at each event, as it arrives. */
  onEvent?: (event: StormEvent) => void;
  /** Resolves with the exit code, null when it was killed. */
  readonly ended: Promise<number | null>;
}

export function startWorker(
  kind: 'mem' | 'plain',
  directory: string,
  task: 'mixed' | 'increments' | 'race',
  id: number,
  count: number,
  seed = id + 1,
): StormWorker {
  const child = spawn(
    process.execPath,
    [builtProgram('storm-worker'), kind, directory, task, String(id), String(count), String(seed)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const worker: StormWorker = {
    process: child,
    events: [],
    ended: new Promise((resolve) => child.on('close', resolve)),
  };
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = JSON.parse(line) as StormEvent;
      worker.events.push(event);
      worker.onEvent?.(event);
    }
  });
  return worker;
}

export interface ReaderReport {
  readonly looks: number;
  readonly faults: readonly string[];
}

/** Starts the reading process; the returned function stops it and gives its report. */
export function startReader(directory: string): () => Promise<ReaderReport> {
  const child = spawn(process.execPath, [builtProgram('storm-reader'), directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  return async () => {
    child.stdin.end();
    await ended;
    return JSON.parse(output) as ReaderReport;
  };
}
