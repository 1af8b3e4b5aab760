import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { UnusableCase } from './load-case.js';

/** What a case needs before it starts and git cannot keep. Paths are inside `memory/`. */
const plan = z.strictObject({
  symlinks: z.record(z.string(), z.string()).optional(),
  /** Text by path. */
  files: z.record(z.string(), z.string()).optional(),
  folders: z.array(z.string()).optional(),
  /** Octal, such as "000". */
  modes: z.record(z.string(), z.string()).optional(),
  /** ISO 8601. */
  times: z.record(z.string(), z.string()).optional(),
  remove: z.array(z.string()).optional(),
});

interface Places {
  readonly work: string;
  readonly memory: string;
}

/** @throws UnusableCase for a preparation in prose: a case half prepared would prove nothing. */
export function carryOutSetup(setup: unknown, places: Places): void {
  if (setup === undefined || setup === null) return;
  if (Array.isArray(setup)) {
    for (const step of setup) carryOutSetup(step, places);
  } else if (typeof setup === 'string') {
    for (const step of commandsOf(setup)) carryOutCommand(step, places);
  } else {
    carryOutPlan(setup, places);
  }
}

function carryOutPlan(setup: unknown, { memory }: Places): void {
  const parsed = plan.safeParse(setup);
  if (!parsed.success) throw cannot(JSON.stringify(setup));
  const { symlinks, files, folders, modes, times, remove } = parsed.data;
  const at = (path: string) => inside(memory, memory, path);
  for (const path of remove ?? []) rmSync(at(path), { recursive: true, force: true });
  for (const path of folders ?? []) mkdirSync(at(path), { recursive: true });
  for (const [path, text] of Object.entries(files ?? {})) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  for (const [path, target] of Object.entries(symlinks ?? {})) symlinkSync(target, at(path));
  for (const [path, time] of Object.entries(times ?? {})) {
    utimesSync(at(path), new Date(time), new Date(time));
  }
  for (const [path, mode] of Object.entries(modes ?? {})) chmodSync(at(path), parseInt(mode, 8));
}

/** The text itself, or, of a sentence, the commands it quotes in backticks. */
function commandsOf(setup: string): string[] {
  const quoted = [...setup.matchAll(/`([^`]+)`/g)].map(([, text]) => text!.trim());
  const commands = quoted.filter((text) => /^(ln|mkdir|touch|rm|mkfifo|chmod)\s/.test(text));
  const steps = commands.length > 0 ? commands : [setup];
  return steps.flatMap((step) => step.split(/\n|&&|;/)).map((step) => step.trim());
}

/** A few commands everybody knows, without a shell. */
function carryOutCommand(step: string, places: Places): void {
  if (step === '') return;
  const [command, ...words] = step.split(/\s+/);
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  // Written from the case folder (`memory/a.md`) or from inside the directory (`a.md`).
  const base = /(^|\s)(\.\/)?memory(\/|\s|$)/.test(step) ? places.work : places.memory;
  const at = (path: string | undefined) => {
    if (path === undefined) throw cannot(step);
    return inside(places.work, base, path);
  };
  if (command === 'ln' && words.includes('-s') && first !== undefined) {
    symlinkSync(first, at(second));
  } else if (command === 'mkdir') mkdirSync(at(first), { recursive: true });
  else if (command === 'touch') writeFileSync(at(first), '', { flag: 'a' });
  else if (command === 'rm') rmSync(at(first), { recursive: true, force: true });
  else if (command === 'mkfifo') execFileSync('mkfifo', ['--', at(first)]);
  else if (command === 'chmod' && first !== undefined && /^[0-7]{3,4}$/.test(first)) {
    chmodSync(at(second), parseInt(first, 8));
  } else throw cannot(step);
}

function inside(root: string, base: string, path: string): string {
  const full = resolve(base, path);
  if (relative(root, full).startsWith('..')) throw cannot(path);
  return join(full);
}

function cannot(step: string): UnusableCase {
  return new UnusableCase(`its setup cannot be carried out mechanically: ${step}`);
}
