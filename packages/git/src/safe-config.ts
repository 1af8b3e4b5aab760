import { devNull } from 'node:os';
import type { GitProgram } from './git-program.js';

/** A name and a value. */
export type Setting = readonly [name: string, value: string];

/**
 * For every command: whatever a repository's configuration could make git run, or do behind our
 * back, is off. What commands need beside that: see `safeFlags`.
 */
export function safeConfig(program: GitProgram, network: boolean): Setting[] {
  return [
    ...(program.hooks ? [] : [setting('core.hooksPath', devNull)]),
    // Empty is off for every git: older ones take "false" for the name of a program.
    setting('core.fsmonitor', ''),
    setting('core.askPass', ''),
    ...(network ? [] : [setting('credential.helper', '')]),
    ...(program.sign ? [] : [setting('commit.gpgSign', 'false'), setting('tag.gpgSign', 'false')]),
    setting('log.showSignature', 'false'),
    setting('gc.auto', '0'),
    setting('maintenance.auto', 'false'),
    setting('submodule.recurse', 'false'),
    setting('fetch.recurseSubmodules', 'false'),
    setting('protocol.ext.allow', 'never'),
    setting('color.ui', 'false'),
    setting('core.quotePath', 'false'),
    setting('i18n.commitEncoding', 'UTF-8'),
    setting('i18n.logOutputEncoding', 'UTF-8'),
  ];
}

function setting(name: string, value: string): Setting {
  return [name, value];
}

/**
 * Turns off filters of these names. Git runs them also where one would not expect it: it compares
 * files that changed in the same tick as the index whenever it writes the index.
 */
export function withoutFilters(names: Iterable<string>): Setting[] {
  return [...names].flatMap((name) => [
    setting(`filter.${name}.clean`, ''),
    setting(`filter.${name}.smudge`, ''),
    setting(`filter.${name}.process`, ''),
    setting(`filter.${name}.required`, 'false'),
  ]);
}

const showsChanges = new Set(['diff', 'log', 'show', 'diff-tree', 'diff-index', 'diff-files']);

/** Flags that keep the command from running diff drivers and text conversions. */
export function safeFlags(command: string): string[] {
  if (showsChanges.has(command)) return ['--no-ext-diff', '--no-textconv'];
  return command === 'blame' || command === 'grep' ? ['--no-textconv'] : [];
}
