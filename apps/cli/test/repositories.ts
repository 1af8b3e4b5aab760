import { execFileSync } from 'node:child_process';
import type { Answer, CallOptions, Playground } from './playground.js';

/** Nobody's configuration but that of the test. */
const gitEnvironment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

/** As a user would run it. Returns what it printed. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, ...gitEnvironment },
  });
}

/** Calls the program on a directory, with nobody's git configuration. */
export function memIn(
  play: Playground,
  directory: string,
  words: readonly string[],
  options: CallOptions = {},
): Answer {
  const environment = { ...gitEnvironment, MEM_DIR: directory, ...options.environment };
  return play.mem(words, { ...options, environment });
}

/** A repository with a commit, staged work and work that is not staged. */
export function hostRepository(root: string, play: Playground): string {
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'config', 'user.name', 'Someone');
  git(root, 'config', 'user.email', 'someone@example.org');
  const file = (text: string) => play.write('host/code.txt', text);
  file('one\n');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  file('two\n');
  git(root, 'add', 'code.txt');
  file('three\n');
  return root;
}

/** The subjects of the commits, newest first. */
export function subjects(root: string, ...args: string[]): string[] {
  return git(root, 'log', '--format=%s', ...args)
    .split('\n')
    .filter(Boolean);
}
