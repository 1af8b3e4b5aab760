import { spawnSync } from 'node:child_process';
import { type Playground, program } from './playground.js';

/** Whether this machine can give a program a terminal of its own. */
export const terminals = spawnSync('script', ['--version']).status === 0;

/** What a person sees: standard output and error of the program on a terminal. */
export function onTerminal(
  play: Playground,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string {
  const command = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
  return spawnSync('script', ['-qec', command, '/dev/null'], {
    encoding: 'utf8',
    cwd: play.project,
    env: { PATH: process.env.PATH, HOME: play.home, MEM_DIR: play.memory, ...environment },
  }).stdout;
}
