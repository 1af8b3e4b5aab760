import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Runs a program where the person stands (npm moves to the root), and ends as it ends. */
export function runProgram(file, args) {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
  });
  // A Ctrl-C reaches both; the child decides what it means.
  process.on('SIGINT', () => {});
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : code;
  });
}
