import { spawnSync } from 'node:child_process';
import { MemoryError } from '@mem/core';
import { UsageError } from '../arguments/usage-error.js';
import type { World } from '../world.js';

/** The editor that the person wants: a command line, options and all. */
export function chosenEditor({ environment, outputIsTerminal, platform }: World): string {
  const chosen = environment.VISUAL?.trim() || environment.EDITOR?.trim();
  if (chosen) return chosen;
  if (!outputIsTerminal || environment.TERM === 'dumb') {
    throw new UsageError('There is no editor to start. Set VISUAL or EDITOR, or use "mem update".');
  }
  return platform === 'win32' ? 'notepad' : 'vi';
}

/**
 * Lets the person edit the file, until the editor ends.
 *
 * @throws UsageError when the editor cannot be started, MemoryError REFUSED when it ends with a
 * failure, which is how people say that they thought better of it
 */
export function runEditor(editor: string, file: string, { environment, platform }: World): void {
  // Ctrl-C in the editor reaches this program too, which has to be there when the editor ends.
  const stay = () => {};
  process.on('SIGINT', stay);
  try {
    const { status, signal, error } = spawnSync(...commandOf(editor, file, platform), {
      stdio: 'inherit',
      env: { ...environment },
    });
    if (error || status === 127 || status === 126) throw notStarted(editor);
    if (status !== 0) throw failed(status === null ? `by ${signal}` : `with exit code ${status}`);
  } finally {
    process.off('SIGINT', stay);
  }
}

/** A shell takes the command apart, since it may hold options and quotes; never the file's name. */
function commandOf(editor: string, file: string, platform: string): [string, string[]] {
  return platform === 'win32'
    ? ['cmd', ['/d', '/s', '/c', `${editor} "${file}"`]]
    : ['sh', ['-c', `${editor} "$@"`, 'sh', file]];
}

function notStarted(editor: string): UsageError {
  return new UsageError(
    `The editor ${JSON.stringify(editor)} could not be started. Set VISUAL or EDITOR to one that is there.`,
  );
}

function failed(how: string): MemoryError {
  return new MemoryError('REFUSED', `The editor ended ${how}, so nothing was changed.`);
}
