import { devNull } from 'node:os';
import type { GitProgram } from './git-program.js';

/**
 * Options in front of every command: whatever a repository's configuration could make git run, or
 * do behind our back, is off. What commands must add themselves: see `safeFlags`.
 */
export function safeConfig(program: GitProgram, network: boolean): string[] {
  const settings = [
    ...(program.hooks ? [] : [`core.hooksPath=${devNull}`]),
    // Empty is off for every git: older ones take "false" for the name of a program.
    'core.fsmonitor=',
    'core.askPass=',
    ...(network ? [] : ['credential.helper=']),
    ...(program.sign ? [] : ['commit.gpgSign=false', 'tag.gpgSign=false']),
    'log.showSignature=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'submodule.recurse=false',
    'fetch.recurseSubmodules=false',
    'protocol.ext.allow=never',
    'color.ui=false',
    'core.quotePath=false',
    'i18n.commitEncoding=UTF-8',
    'i18n.logOutputEncoding=UTF-8',
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

const showsChanges = new Set(['diff', 'log', 'show', 'diff-tree', 'diff-index', 'diff-files']);

/** Flags that keep the command from running diff drivers and text conversions. */
export function safeFlags(command: string): string[] {
  if (showsChanges.has(command)) return ['--no-ext-diff', '--no-textconv'];
  return command === 'blame' || command === 'grep' ? ['--no-textconv'] : [];
}
