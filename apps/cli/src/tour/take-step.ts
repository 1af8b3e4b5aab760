import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../world.js';
import type { HandEdit, MemCall, TourStep } from './steps.js';

/** A step that was taken: as a person would type it, and what came of it. */
export interface TakenStep {
  readonly title: string;
  readonly command: string;
  readonly output: string;
  /** What is not as it should be; undefined when all is. */
  readonly fault?: string;
}

/** Takes a step for real: `mem` runs as a program of its own, files are really edited. */
export function takeStep(step: TourStep, memory: string, world: World): TakenStep {
  return step.kind === 'mem'
    ? { title: step.title, ...callMem(step, memory, world) }
    : { title: step.title, ...editByHand(step, memory) };
}

function callMem(step: MemCall, memory: string, { program, environment }: World) {
  const [runtime, script] = program;
  const done = spawnSync(runtime, [script, ...step.arguments], {
    encoding: 'utf8',
    env: { ...environment, MEM_DIR: memory, MEM_IGNORE: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const command = `mem ${step.arguments.map(quoted).join(' ')}`;
  const output = `${done.stdout}${done.stderr}`;
  const fault = faultOf(step, output, done.status);
  return fault === undefined ? { command, output } : { command, output, fault };
}

function faultOf({ shows, hides = [] }: MemCall, output: string, status: number | null) {
  if (status !== 0) return `it ended with exit code ${status}`;
  const missing = shows.find((text) => !output.includes(text));
  if (missing !== undefined) return `the output does not show "${missing}"`;
  const extra = hides.find((text) => output.includes(text));
  return extra === undefined ? undefined : `the output still shows "${extra}"`;
}

function editByHand({ file, line }: HandEdit, memory: string) {
  const path = join(memory, file);
  const command = `echo ${quoted(line)} >> "$MEM_DIR/${file}"`;
  try {
    writeFileSync(path, `${readFileSync(path, 'utf8')}${line}\n`);
    return { command, output: '' };
  } catch (error) {
    return { command, output: '', fault: (error as NodeJS.ErrnoException).code ?? 'it failed' };
  }
}

/** As a shell takes it for one word. */
export function quoted(word: string): string {
  if (/^[\p{L}\p{N}_./=:-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
